import { wordsOf } from '../../core/text/words'

// A country by its ISO 3166 code: names, people, languages of law and large cities. Only words that hardly mean
// anything else.
const COUNTRIES = `
us: usa united_states american america california texas florida chicago new_york nyc boston seattle san_francisco los_angeles washington denver austin philadelphia atlanta miami dallas houston portland massachusetts michigan illinois caltrain zillow uspto
ca: canada canadian toronto vancouver montreal ottawa calgary ontario quebec
gb: uk united_kingdom britain british england english_law london manchester leeds birmingham liverpool bristol edinburgh glasgow scotland scottish wales shoreditch
ie: ireland irish dublin
de: germany german deutschland deutsche deutschen berlin munchen munich hamburg frankfurt cologne koln stuttgart leipzig bavaria nrw dortmund hannover
at: austria austrian osterreich vienna wien graz salzburg
ch: switzerland swiss schweiz schweizer zurich geneva bern basel lausanne
fr: france french francais paris lyon marseille toulouse bordeaux nantes lille
es: spain spanish espana madrid barcelona valencia sevilla seville bilbao catalonia girona
pt: portugal portuguese lisbon lisboa porto
it: italy italian italia italiano rome roma milan milano naples torino florence bologna venice
nl: netherlands dutch nederland holland amsterdam rotterdam utrecht eindhoven schiphol ovfiets
be: belgium belgian belgie brussels bruxelles antwerp ghent
lu: luxembourg
dk: denmark danish danmark copenhagen kobenhavn aarhus
se: sweden swedish sverige stockholm gothenburg malmo
no: norway norwegian norge oslo bergen trondheim
fi: finland finnish suomi helsinki
is: iceland icelandic reykjavik
ee: estonia estonian tallinn
lv: latvia latvian riga
lt: lithuania lithuanian vilnius
pl: poland polish polska polski warsaw warszawa krakow gdansk wroclaw
cz: czech czechia prague praha brno
sk: slovakia slovak bratislava
hu: hungary hungarian budapest
ro: romania romanian bucharest
bg: bulgaria bulgarian sofia
gr: greece greek athens
hr: croatia croatian zagreb
si: slovenia slovenian ljubljana bled
rs: serbia serbian belgrade
ua: ukraine ukrainian kyiv kiev lviv odesa
ru: russia russian moscow petersburg
tr: turkey turkish turkiye istanbul ankara izmir
il: israel israeli tel_aviv jerusalem haifa
ae: uae emirates dubai abu_dhabi
sa: saudi riyadh jeddah
eg: egypt egyptian cairo
ma: morocco moroccan casablanca rabat
za: south_africa south_african johannesburg cape_town durban
ng: nigeria nigerian lagos abuja
ke: kenya kenyan nairobi
gh: ghana ghanaian accra
et: ethiopia ethiopian addis
in: india indian mumbai delhi bangalore bengaluru chennai hyderabad kolkata pune irctc
pk: pakistan pakistani karachi lahore islamabad
bd: bangladesh dhaka
lk: sri_lanka colombo
np: nepal kathmandu
cn: china chinese beijing shanghai shenzhen guangzhou hangzhou chengdu 12306 amap
hk: hong_kong hongkong
tw: taiwan taiwanese taipei
jp: japan japanese tokyo osaka kyoto sapporo fukuoka yokohama
kr: korea korean seoul busan incheon naver kakao
sg: singapore singaporean
my: malaysia malaysian kuala_lumpur
id: indonesia indonesian jakarta bali
th: thailand bangkok
vn: vietnam vietnamese hanoi saigon
ph: philippines filipino manila
au: australia australian aus sydney melbourne brisbane perth adelaide canberra
nz: zealand kiwi auckland wellington christchurch
br: brazil brazilian brasil brasileiro sao_paulo rio_de_janeiro brasilia cnpj
ar: argentina argentine argentinian buenos_aires
cl: chile chilean
co: colombia colombian bogota
mx: mexico mexican guadalajara monterrey
pe: peru peruvian lima
uy: uruguay montevideo
ec: ecuador quito
cr: costa_rica
eu: european europe eurozone eurostat`

const COUNTRY_OF = new Map<string, string>()
for (const line of COUNTRIES.trim().split('\n')) {
  const [code, words = ''] = line.split(': ') as [string, string?]
  for (const word of words.split(' ')) COUNTRY_OF.set(word.replaceAll('_', ' '), code)
}

/** The country (ISO 3166 code, or `eu`) a word or a pair of words names or lies in; null: none known. */
export function countryOf(word: string): string | null {
  return COUNTRY_OF.get(word) ?? null
}

/** Countries and large cities named in a text, as ISO 3166 codes, in order and each once. */
export function countriesIn(text: string): string[] {
  return countriesOfWords(wordsOf(text))
}

export function countriesOfWords(words: readonly string[]): string[] {
  const found = new Set<string>()
  for (const [place, word] of words.entries()) {
    const code = countryOf(`${word} ${words[place + 1] ?? ''}`) ?? countryOf(word)
    if (code !== null) found.add(code)
  }
  return [...found]
}

/** A number for each country, from 1, for compact storage; 0: none. */
const CODES = [...new Set(COUNTRY_OF.values())]
export function countryNumber(code: string | undefined): number {
  return code === undefined ? 0 : CODES.indexOf(code) + 1
}
export function countryOfNumber(number: number): string | null {
  return CODES[number - 1] ?? null
}
