import { demoServer, demoTool, WRITES } from './demo-server'

const LONG_NAME = `The complete and unabridged collection of weather observations, ${'tide tables, ice reports, river levels, '.repeat(5)}and everything else that the observers of Longname Bay have written down since they began`
const LONGEST = 300

const manyTools = Array.from({ length: 400 }, (_, index) => {
  const [verb, noun] = [['get', 'list', 'find', 'create', 'update'][index % 5], listNouns()[Math.floor(index / 5)]]
  const isRead = index % 5 < 3
  return demoTool(
    `${verb}_${noun}`,
    `${verb === 'list' ? 'List' : 'Work with'} ${noun} records of the business suite.`,
    { id: ['string!', `Id of the ${noun}.`] },
    isRead ? { readOnlyHint: true } : WRITES,
  )
})

function listNouns(): string[] {
  const things = ['invoice', 'customer', 'order', 'lead', 'campaign', 'ticket', 'contract', 'product']
  const areas = ['sales', 'support', 'billing', 'stock', 'staff', 'travel', 'legal', 'events', 'partner', 'web']
  return areas.flatMap((area) => things.map((thing) => `${area}_${thing}`))
}

/** Weather, maps, media, business, and servers with unusual names, texts and numbers of tools. */
export const OTHER_SERVERS = [
  demoServer({
    id: 'official/example.isobar/weather',
    title: 'Isobar Weather',
    description: 'Weather forecasts and observations for any place.',
    repository: 'https://github.com/isobar-example/weather',
    license: 'MIT',
    medianMs: 80,
    tools: [
      demoTool('get_forecast', 'Get the weather forecast of a place.', {
        latitude: ['number!', 'Degrees.'],
        longitude: ['number!', 'Degrees.'],
      }),
      demoTool('current_weather', 'Get the current weather of a city.', { city: ['string!', 'Name of the city.'] }),
    ],
  }),
  demoServer({
    id: 'demo/cloudberry.example/api',
    title: 'Cloudberry Weather API',
    description: 'Hourly weather forecasts over HTTP.',
    kind: 'http-api',
    medianMs: 110,
    failureChance: 0.01,
    tools: [
      demoTool('hourly_forecast', 'Hourly weather forecast of a place.', { place: ['string!', 'Name of the place.'] }),
    ],
  }),
  demoServer({
    id: 'demo/longname.example/weather',
    title: LONG_NAME.slice(0, LONGEST).padEnd(LONGEST, 's'),
    description: 'Weather observations of a bay.',
    medianMs: 240,
    tools: [
      demoTool(`get_${'very_'.repeat(20)}detailed_weather_report`, 'Get a very detailed weather report.', {
        station: ['string!', 'Station.'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/wayfinder.example/maps',
    title: 'Wayfinder Maps',
    description: 'Geocoding, places and routes.',
    repository: 'https://github.com/wayfinder-example/maps',
    license: 'MIT',
    medianMs: 130,
    outages: [{ hoursAgo: 24 * 6, minutes: 240, as: 'timed_out' }],
    tools: [
      demoTool('geocode', 'Find the coordinates of an address.', { address: ['string!', 'Address.'] }),
      demoTool('find_places', 'Find places near coordinates on a map.', {
        query: ['string!', 'Kind of place.'],
        near: ['string!', 'Coordinates.'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/kumo.example/honyaku',
    title: '雲の翻訳サービス',
    description: '日本語と英語の文章を翻訳し、単語の意味を調べます。',
    repository: 'https://github.com/kumo-example/honyaku',
    license: 'MIT',
    medianMs: 150,
    tools: [
      demoTool('翻訳する', '文章を別の言語に翻訳します。 Translate a text.', {
        text: ['string!', '翻訳する文章'],
        target: ['string!', '言語'],
      }),
      demoTool('lookup_word', '辞書で単語を調べます。 Look up a word in the dictionary.', {
        word: ['string!', '単語'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/warraq.example/tarjama',
    title: 'خدمة الترجمة والقاموس',
    description: 'ترجمة النصوص بين العربية والإنجليزية والبحث في القاموس.',
    medianMs: 210,
    tools: [
      demoTool('translate_text', 'ترجمة نص إلى لغة أخرى. Translate a text.', {
        text: ['string!', 'النص'],
        language: ['string!', 'اللغة'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/sandpiper.example/suite',
    title: 'Sandpiper Business Suite',
    description: 'Four hundred tools for sales, support, billing, stock and staff.',
    medianMs: 420,
    tools: manyTools,
  }),
  demoServer({
    id: 'demo/hollow.example/empty',
    title: 'Hollow',
    description: 'A server that answers and offers no tools yet.',
    tools: [],
  }),
  demoServer({
    id: 'demo/tagsoup.example/widgets',
    title: 'Tagsoup <b>Widgets</b>',
    description:
      '<h1>Widgets!</h1><script>alert("widgets")</script> **Bold**, [a link](javascript:alert(1)) & <img src=x onerror=alert(2)> in its description.',
    medianMs: 170,
    tools: [
      demoTool(
        'make_widget',
        '<i>Makes</i> a widget & returns `</pre><script>alert(3)</script>`.',
        { html: ['string!', '<b>Markup</b> of the widget.'] },
        WRITES,
      ),
    ],
  }),
  demoServer({
    id: 'demo/oakledger.example/invoices',
    title: 'Oakledger Invoices',
    description: 'Creates and sends invoices, and reads payments.',
    access: 'sign_in',
    tools: [
      demoTool(
        'create_invoice',
        'Create an invoice.',
        { customer: ['string!', 'Customer.'], amount: ['number!', 'Amount.'] },
        WRITES,
      ),
    ],
    outages: [{ hoursAgo: 24 * 20, minutes: 400, as: 'server_error' }],
  }),
  demoServer({
    id: 'demo/tickertape.example/quotes',
    title: 'Tickertape Quotes',
    description: 'Prices of stocks and exchange rates; paid by the call.',
    access: 'payment',
    tools: [demoTool('stock_price', 'Get the price of a stock.', { symbol: ['string!', 'Symbol.'] })],
  }),
  demoServer({
    id: 'demo/coinharbor.example/rates',
    title: 'Exchange Rates API',
    description: 'Daily exchange rates of currencies over HTTP.',
    kind: 'http-api',
    medianMs: 60,
    habit: null,
    tools: [
      demoTool('exchange_rate', 'Get the exchange rate of two currencies.', {
        from: ['string!', 'Currency.'],
        to: ['string!', 'Currency.'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/clickwheel.example/browser',
    title: 'Clickwheel Browser',
    description: 'Drives a browser: opens pages, clicks, and takes screenshots.',
    medianMs: 900,
    spread: 0.6,
    failureChance: 0.012,
    habit: { chanceADay: 0.3, medianMinutes: 12, as: 'timed_out' },
    tools: [
      demoTool('open_page', 'Open a page in the browser.', { url: ['string!', 'Address.'] }, WRITES),
      demoTool('click', 'Click an element of the page.', { selector: ['string!', 'CSS selector.'] }, WRITES),
      demoTool('take_screenshot', 'Take a screenshot of the browser page.', {}),
    ],
  }),
  demoServer({
    id: 'demo/ghostpier.example/archive',
    title: 'Ghostpier',
    description: 'An archive of newspapers. Nothing is served at its address any more.',
    outages: [{ hoursAgo: 24 * 26, minutes: null, as: 'not_found' }],
    tools: [demoTool('search_newspapers', 'Search old newspaper articles.', { query: ['string!', 'Words.'] })],
  }),
  demoServer({
    id: 'demo/newhatch.example/trivia',
    title: 'Newhatch Trivia',
    description: 'Trivia questions for games. Added to the catalog today.',
    medianMs: 100,
    sinceHoursAgo: 2,
    tools: [demoTool('random_question', 'Get a random trivia question.', { topic: ['string', 'Topic.'] })],
  }),
]
