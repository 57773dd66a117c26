// Shapes of secrets by issuer. Every repetition is bounded, so that a search is linear in the text.
const ISSUED: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/,
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,255}/,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{22,255}/,
  /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{20,64}/,
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,255}/,
  /(?<![A-Za-z0-9])xapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[a-z0-9]{20,80}/,
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/]{20,100}/,
  /(?<![A-Za-z0-9])(?:sk|rk|whsec|sess)[-_](?:live|test|prod|proj|ant|or|svcacct|admin|lf)[-_][\w-]{10,255}/,
  /(?<![A-Za-z0-9])sk-(?=[A-Za-z0-9]{0,40}\d)[A-Za-z0-9]{20,64}(?![\w-])/,
  /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{24,80}/,
  /(?<![A-Za-z0-9])AIza[\w-]{35}(?![\w-])/,
  /(?<![A-Za-z0-9])ya29\.[\w-]{20,255}/,
  /(?<![A-Za-z0-9])GOCSPX-[\w-]{20,40}/,
  /(?<![A-Za-z0-9])ey[A-Za-z0-9_-]{15,4096}\.ey[A-Za-z0-9_-]{10,4096}\.[A-Za-z0-9_-]{10,1024}/,
  /(?<![A-Za-z0-9])SG\.[\w-]{16,40}\.[\w-]{16,64}/,
  /(?<![A-Za-z0-9])(?:npm|hf|api_org|r8|gsk|figd|sbp|fio-u|pplx|tvly|xai|lin_api|ntn|dckr_pat|dapi|pul|sntrys|sntryu|nvapi|glsa|rubygems|doo_v1|dop_v1|dor_v1|shpat|shpca|shppa|shpss|NRAK|PMAK|CFPAT|pscale_tkn|pscale_pw|sq0csp|sq0atp|EAAA|key|secret|phc|phx|rnd|fly|re|dp\.pt|hvs|hvb|AGE-SECRET-KEY-1|atlasv1|ATATT3)[-_.](?=[\w-]{0,60}\d)[\w=-]{24,255}/,
  /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{32,35}(?![\w-])/,
  /(?<![A-Za-z0-9])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/,
  /(?<![A-Za-z0-9])pypi-AgEI[\w-]{50,255}/,
  /(?<![A-Za-z0-9])hf_[A-Za-z]{34}(?![\w-])/,
  /(?<![A-Za-z0-9])ops_eyJ[A-Za-z0-9]{40,4096}/,
  /(?<![A-Za-z0-9])(?:dapi[a-f0-9]{32}|sq[pua]_[A-Za-z0-9]{32,64}|s-s4t2(?:af|ud)-[a-f0-9]{64}|fm[12][ar]?_[\w+/=]{60,255})/,
  /(?<![A-Za-z0-9])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,200}/,
  /(?<![A-Za-z0-9])[A-Za-z0-9_~.]{3}\dQ~[\w~.-]{31,34}/,
  /(?<![A-Za-z0-9])EAA(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{80,400}/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/,
  /\b[Bb]earer\s{1,4}(?=[\w.~+/=-]{0,60}\d)[\w.~+/=-]{20,4096}/,
  /\b[Bb]asic\s{1,4}(?=[A-Za-z0-9+/]{0,60}\d)[A-Za-z0-9+/]{16,400}={0,2}(?![\w-])/,
]
const URL_PASSWORD = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@?#]{0,100}:([^\s/@]{3,200})@/i
const ASSIGNED =
  /(?:passwo?r?d|pwd|secret|api_?key|access_?key|token)["']?\s{0,3}(?:[=:]{1,3}|=>|,)\s{0,3}["']?([^\s"',;&]{8,200})/i

// Placeholders that authors write instead of a secret.
const PLACEHOLDER =
  /(?:your|my|example|sample|placeholder|dummy|change|insert|replace|secret|password|passwd|pass$|pwd|token|test|demo|foo|abc|xyz|xxx|123456|\.\.\.|…|\*\*|[<>{}[\]$%#])/i

const SECRET_NAME =
  /(?:^| )(?:password|passwd|passphrase|secret|credentials?|(?:api|access|private|secret|auth|encryption|signing|license) ?keys?|apikey|(?:auth|access|api|bearer|refresh|session|bot|oauth) ?token|authorization|mnemonic|seed phrase|client secret)(?: |$)/i
// Values that are long, mixed and public: blockchain addresses, digests, ids, places.
const PUBLIC_NAME =
  /(?:address|wallet|mint|account|contract|hash|digest|checksum|sha|cid|ipfs|signature|tx|transaction|block|public|pubkey|pub key|uuid|guid|url|uri|link|path|file|image|data|cursor|page|model|id|ids|key id|version|sequence|smiles|inchi)/i

function entropyBits(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Random and mixed as machines write it: 32 to 256 characters of three kinds, no words between separators. */
function looksRandom(text: string): boolean {
  if (!/^[A-Za-z0-9+/_=-]{32,256}$/.test(text)) return false
  const digits = text.replace(/\D+/g, '').length
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length
  if (kinds < 3 || digits < 3 || entropyBits(text) < 4.2) return false
  const longestWord = Math.max(...text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.length))
  return longestWord <= 9 && !text.includes('//')
}

function isUnguessable(text: string): boolean {
  const mixed = /\d/.test(text) && /[A-Za-z]/.test(text)
  return mixed && text.length >= 8 && text.length <= 512 && !/\s|^https?:|^0x/.test(text) && !PLACEHOLDER.test(text)
}

/**
 * Whether a value looks like a secret: an API key, token, private key or password, recognised by its issuer's shape, by
 * being part of an address or an assignment, by its randomness, or by the words of its field's name (`''` where there
 * is none). Placeholders do not count. Meant for values an author put into a schema, where a false alarm costs one
 * example.
 */
export function looksSecret(text: string, fieldWords: string): boolean {
  if (text.length < 8) return false
  if (ISSUED.some((shape) => shape.test(text))) return true
  const inUrl = URL_PASSWORD.exec(text)?.[1]
  if (inUrl !== undefined && !PLACEHOLDER.test(inUrl)) return true
  const assigned = ASSIGNED.exec(text)?.[1]
  if (assigned !== undefined && isUnguessable(assigned)) return true
  if (SECRET_NAME.test(fieldWords)) return isUnguessable(text)
  return !PUBLIC_NAME.test(fieldWords) && looksRandom(text)
}
