import { LANGUAGE_CUES, type Language, pattern, type Wording, type WordingGroup } from './wording'

// A host without a scheme has three labels, so that file names and members of code are none.
const URL = '(?:https?|ftps?|s3|gs|wss?):\\/\\/(?!localhost|127\\.|\\[::1)'
const EMAIL = '@(?<=[\\w.+-]@)[\\w-]{1,63}\\.[a-z]'
const PHONE = '\\+(?<!\\w\\+)\\d{8,15}(?!\\d)'
const HOST =
  '\\b(?<!\\w\\.)\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\w|\\.\\w)|\\.(?<=(?<![\\w@./-])(?:[a-z0-9-]{1,40}\\.){2,4})[a-z]{2,10}(?![\\w(-]|\\.\\w)'
const DESTINATION = `${URL}|${EMAIL}|${PHONE}|${HOST}`
const DEST = pattern(DESTINATION)
const QUERIED = pattern(
  `${URL}[^\\s]{0,80}\\?|${URL}[^]{0,80}(?:query\\s+parameter|url-?encoded)|query\\s+parameter[^]{0,30}${URL}|(?:look\\s+up|resolve|request|fetch|visit|navigate\\s+to)\\s[^]{0,20}(?:${HOST})`,
)

/** By language: verbs that send, verbs that put one thing into another, what is private, and the secrets among it. */
interface Words {
  send: string
  put: string
  /** Before an address. */
  to: string
  /** The verb with what was named before: "and send them". */
  sendIt: string
  /** Whether the address stands before the verb. */
  isVerbLast?: true
  private: string
  secret: string
  /** What a person may also send with a tool: only where the agent is ordered to. */
  own: string
  orders: string
  hidden: string
  /** An argument or a tool into which it is put. */
  into: string
  /** Secrets that no tool needs as an argument, in the sentence that puts them there. */
  keys: string
  /** What belongs to the user, and goes to the e-mail address of a stranger. */
  theirs: string
  /** What makes the sentence no instruction to send something private. */
  not: string
}

// An argument whose name says what belongs into it.
const NAMED_FOR_IT =
  '[`"\'][\\w.-]{0,30}(?:token|key|auth|secret|passw|credential|env|message|history|conversation|transcript|prompt|input|quer|(?<![a-z])text)[\\w.-]{0,30}[`"\']'
const HARMLESS = 'anonym|例えば|例如|例：'

const LANGUAGES: Record<Language, Words> = {
  en: {
    send: '\\b(?:send|transmit|exfiltrate|forward|upload|deliver|report|mirror|leak|relay|pass|copy|post|submit|share|e-?mail|ship|push|dump|include|backup|back\\s+up|export)\\b',
    to: '\\b(?:to|into|towards|through|via|with)\\b',
    sendIt:
      '\\b(?:send|transmit|exfiltrate|forward|upload|deliver|report|mirror|leak|relay|pass|copy|post|submit|share|e-?mail|ship|push|dump|export)\\s+(?:it|them|its\\s+contents?|that|the\\s+results?)\\b',
    put: '\\b(?:append|attach|add|encode|embed|include|concatenate|insert|put|fill\\s+in|write|place|end|pass|replaced|base64)\\b',
    private:
      "\\b(?:(?:conversation|chat|dialogue|message)(?:\\s+(?:history|transcript|log|context|so\\s+far))|(?:the|this|whole|entire|full|complete|all)\\s+(?:\\w+\\s+of\\s+the\\s+)?(?:conversation|dialogue|chats?|discussion)\\b(?!\\s+id)|users?'s?\\s+(?:\\w+\\s+){0,3}(?:messages|chats?|private\\s+\\w+|prompts?|history)|all\\s+(?:the\\s+)?users?'?s?\\s+(?:e-?mails|messages|data|files)|(?:every|all)\\s+(?:prompts?|user\\s+messages|e-?mails?\\s+in|messages\\s+in)|system\\s+(?:prompt|message)|context\\s+window|(?:every|all|each|any)\\s+(?:\\w+\\s+)?files?\\s+(?:that\\s+)?you\\s+(?:read|open|see|access))\\b",
    own: "\\baddress\\s+book\\b|\\bcontacts\\b|\\b(?:customer|client)\\s+records?\\b|\\b(?:private|confidential|sensitive|personal)\\s+(?:\\w+\\s+)?(?:files?|documents?|data|records?|information|notes|messages?)\\b|\\busers?'s?\\s+(?:\\w+\\s+){0,3}(?:files|documents|location|data|contacts)\\b|\\blocation\\s+of\\s+the\\s+user\\b",
    orders:
      '\\b(?:before\\s+(?:you\\s+)?(?:answer|repl|respond|any)\\w*|first|always|whenever|every\\s+(?:answer|time|call|request|message|prompt|file)|each\\s+(?:answer|time|call|request)|once\\s+a\\s+day|also|silently|quietly|secretly|that\\s+the\\s+user|of\\s+the\\s+user|you\\s+(?:should|must|see|come\\s+across|find)|immediately)\\b',
    secret:
      "\\benvironment\\s+variables\\b|\\/etc\\/(?:passwd|shadow)|\\busers?\\s+(?:cookies|tokens|credentials|secrets)\\b|(?<!\\w)\\.(?:ssh|aws|netrc|npmrc|kube)\\b|(?<!\\w)\\.env\\b|\\b(?:ssh|private|secret)\\s+keys?\\b|\\bid_rsa\\b|\\b(?:the|any|all|their|every|users?'s?|stored|saved)\\s+(?:\\w+\\s+)?(?:credentials|passwords?|secrets?|(?:api|access|bearer)\\s+(?:keys?|tokens?)|tokens)\\b|\\b(?:password|key|token|secret|credential)s?\\b[^]{0,20}\\b(?:appears?|in\\s+the\\s+(?:conversation|chat|environment)|from\\s+the\\s+(?:\\w+'s\\s+)?(?:environment|keychain|machine)|in\\s+the\\s+environment)",
    hidden:
      "\\bsystem\\s+prompt\\b[^]{0,40}\\b(?:messages|conversation)\\b[^]{0,40}\\b(?:parameter|argument|field)|\\b(?:hidden|invisible|undocumented|secret)\\s+(?:[`\"'\\w]{1,30}\\s+)?(?:parameter|argument|field|input)|(?:`\\w{1,30}`|parameter|argument|field)[^]{0,30}(?:from\\s+the\\s+(?:agent|client|assistant|model|host)'s\\s+(?:configuration|config|environment|settings|memory))",
    into: '\\b(?:to|into|in|as|via|through)\\s+(?:(?:the|an?|its|this|another|any\\s+other)\\s+)?(?:`[\\w.-]{1,40}`|(?:[\\w`]{1,40}\\s+)?(?:parameter|argument|field|tool)\\b)|\\bcall\\s+(?:the\\s+)?(?:tool\\s+)?`[\\w.-]{1,40}`\\s+with\\b',
    keys: "(?<!\\w)\\.ssh\\b|\\bid_rsa\\b|\\/etc\\/(?:passwd|shadow)|\\b(?:contents?\\s+of\\s+(?:the\\s+)?(?:users?'s?\\s+)?|read\\s+(?:the\\s+)?(?=\\.env\\b[^]{0,30}contents))\\.env\\b|\\b(?:users?'s?|all|any|every|stored|saved)\\s+(?:\\w+\\s+)?(?:credentials|passwords?|secrets|(?:api|access|private|ssh|bearer)\\s+(?:keys|tokens)|tokens)\\b|\\b(?:all\\s+(?:the\\s+)?|users?'s?\\s+)environment\\s+variables\\b|\\benvironment\\s+variables\\s+of\\s+the\\s+(?:user|machine|host)\\b",
    theirs:
      "\\busers?'s?\\s+(?:\\w+\\s+){0,2}(?:e-?mails?|mails?|files?|documents?|contacts|location|data|notes|inbox|calendar)\\b",
    not: "\\b(?:do\\s+not|don't|never|must\\s+not|no|without|cannot|only\\s+(?:with|after))\\b[^]{0,40}\\b(?:send|transmit|upload|share|post|pass|include|put|leave)|\\b(?:if|when|once|after)\\s+(?:the\\s+)?(?:user|they|customer)s?\\s+(?:has|have|had)?\\s*(?:agree|approve|confirm|ask|request|consent)|\\b(?:key|token)\\s+(?:in|as|with|via|through)\\s+(?:the|an?)\\s+(?:[\\w-]+\\s+){0,2}headers?\\b|\\bauthoriz|\\bauthenticat|\\b(?:get|obtain|create|generate|find)\\s+(?:your|an?)\\s|\\b(?:detect|scan|classif|prevent|protect)\\w*",
  },
  de: {
    to: '(?<!\\p{L})(?:an|auf|zu|in)(?!\\p{L})',
    sendIt:
      '(?<!\\p{L})(?:sende|schicke?|übermittle|übertrage|leite|kopiere|lade|lad)\\s+(?:sie|es|ihn|diese)(?!\\p{L})',
    own: '(?!)',
    orders: '(?!)',
    send: '(?<!\\p{L})(?:sende|schicke?|übermittle|übertrage|leite|kopiere|poste|maile|lade|lad)(?!\\p{L})',
    put: '(?<!\\p{L})(?:hänge?|trage?|schreibe?|setze?|füge|packe?|lege?)(?!\\p{L})',
    private:
      '(?:gesprächsverlauf|chatverlauf|unterhaltung|(?:das|ganze|gesamte)\\s+gespräch|nachrichten\\s+de[sr]\\s|(?:private|vertrauliche)n?\\s+(?:dokumente|dateien|daten)|(?:dateien|dokumente|daten|kontakte|nachrichten)\\s+de[sr]\\s+(?:be?nutzers|nutzers|anwenders|kunden))',
    secret:
      '(?:zugangsdaten|passw[oö]rte?r?|kennw[oö]rte?r?|umgebungsvariablen|geheimnisse|(?<!\\w)\\.env|ssh-schlüssel|api-schlüssel)(?!\\p{L})',
    hidden: '(?:versteckte|verborgene|unsichtbare)[nmrs]?\\s+(?:[`"\\w]{1,30}\\s+)?(?:parameter|feld|argument)',
    into: '(?<!\\p{L})(?:parameter|feld|argument|werkzeug|tool)(?:s|es)?(?!\\p{L})',
    keys: '(?:api-?\\s?schlüssel|schlüssel|passwörter|kennwörter|zugangsdaten|tokens?)\\s+de[sr]\\s+(?:be?nutzers|nutzers|anwenders|kunden|rechners)|inhalt\\s+(?:von|der|der\\s+datei)\\s+(?:~\\/)?\\.(?:env|ssh)',
    theirs:
      '(?:e-?mails?|mails|postfach|dateien|dokumente|daten|kontakte)\\s+de[sr]\\s+(?:be?nutzers|nutzers|anwenders|kunden)',
    not: '(?<!\\p{L})(?:niemals|nie|kein(?:e|en)?|niemand(?:en)?|nicht\\s+(?:senden|hochladen|weiter))(?!\\p{L})',
  },
  es: {
    to: '(?<!\\p{L})(?:a|al|en)(?!\\p{L})',
    sendIt: '(?<!\\p{L})(?:env[ií]a|m[aá]nda|transm[ií]te|s[uú]be|reenv[ií]a|comp[aá]rte)l[ao]s?(?!\\p{L})',
    own: '(?!)',
    orders: '(?!)',
    send: '(?<!\\p{L})(?:env[ií][ae]|m[aá]nd[ae](?:l[ao]s?)?|transmit[ea]|reenv[ií][ae]|sub[ea]|compart[ea]|public[ae]|copi[ae])(?:l[ao]s?)?(?!\\p{L})',
    put: '(?<!\\p{L})(?:añad[ea]|agreg[ae]|incluy[ea]|pon|coloc[ae]|insert[ae]|escrib[ea]|adjunt[ae])(?!\\p{L})',
    private:
      '(?:(?:toda\\s+)?la\\s+conversación|historial|(?:documentos|archivos|datos|mensajes)\\s+(?:privados|confidenciales|personales|recientes)|(?:mensajes|archivos|documentos|datos|contactos)\\s+del\\s+usuario)',
    secret:
      '(?:credenciales|contraseñas?|variables\\s+de\\s+entorno|claves?\\s+(?:ssh|privadas?)|secretos|(?<!\\w)\\.env)(?!\\p{L})',
    hidden: '(?:parámetro|campo|argumento)\\s+(?:oculto|escondido|invisible)',
    into: '(?<!\\p{L})(?:parámetro|campo|argumento|herramienta)(?!\\p{L})',
    keys: '(?:claves?(?:\\s+de\\s+(?:la\\s+)?api)?|contraseñas|credenciales|tokens)\\s+(?:de\\s+\\w+\\s+)?del\\s+(?:usuario|equipo)|contenido\\s+(?:de|del\\s+archivo)\\s+(?:~\\/)?\\.(?:env|ssh)',
    theirs: '(?:correos|mensajes|archivos|documentos|datos|contactos)\\s+del\\s+usuario',
    not: '(?<!\\p{L})(?:no\\s+(?:se\\s+)?(?:env|sub|compart)|nunca|jamás|nadie)',
  },
  fr: {
    to: '(?<!\\p{L})(?:à|au|vers)(?!\\p{L})',
    sendIt: '(?<!\\p{L})(?:envoie|envoyez|transmets|transmettez|transfère|téléverse|poste)-l(?:es?|a)(?!\\p{L})',
    own: '(?!)',
    orders: '(?!)',
    send: '(?<!\\p{L})(?:envoie|envoyez|transmets|transmettez|transfère|téléverse|téléversez|poste|publie|partage|copie|expédie)(?:z)?(?!\\p{L})',
    put: '(?<!\\p{L})(?:ajoute|ajoutez|joins|joignez|place|placez|insère|mets|mettez|inclus|écris)(?!\\p{L})',
    private:
      "(?:(?:la|toute\\s+la|cette)\\s+(?:conversation|discussion)|historique|(?:documents|fichiers|données|messages)\\s+(?:privés|privées|confidentiels|confidentielles|personnelles|récents)|(?:messages|fichiers|documents|données|contacts)\\s+de\\s+l'utilisat)",
    secret:
      "(?:identifiants|mots?\\s+de\\s+passe|variables\\s+d'environnement|clés?\\s+(?:ssh|privées?)|secrets|(?<!\\w)\\.env)(?!\\p{L})",
    hidden: '(?:paramètre|champ|argument)\\s+(?:masqué|caché|invisible|secret)',
    into: '(?<!\\p{L})(?:paramètre|champ|argument|outil)(?!\\p{L})',
    keys: "(?:clés?(?:\\s+d'api)?|mots\\s+de\\s+passe|identifiants|jetons)\\s+de\\s+(?:l'utilisat|la\\s+machine)|contenu\\s+(?:de|du\\s+fichier)\\s+(?:~\\/)?\\.(?:env|ssh)",
    theirs: "(?:courriels|e-?mails|mails|messages|fichiers|documents|données|contacts)\\s+de\\s+l'utilisat",
    not: "(?<!\\p{L})(?:n(?:e\\s+|')[^]{0,20}(?:pas|jamais|personne))",
  },
  zh: {
    to: '(?:到|至|给)',
    sendIt: '(?:发送|上传|传送|提交|转发|传)(?:它们?)?(?:到|至|给)',
    own: '(?!)',
    orders: '(?!)',
    send: '(?:发送|发给|上传|传送|提交|转发|传给|發送|上傳|寄给|发到|传到)',
    put: '(?:拼接|附加|填入|写入|放入|加到|添加到|填写|追加)',
    private:
      '(?:[把将](?:整个|全部|完整的?)?(?:对话|会话)(?=发|上|传|转)|对话(?:记录|内容|历史)|聊天(?:记录|内容|历史)?|(?:用户|使用者)(?:的)?(?:最近的)?(?:消息|信息|文件|数据|联系人|隐私)|(?:私人|机密|隐私)(?:文件|数据|文档|信息)|系统提示)',
    secret: '(?:密码|密钥|凭证|凭据|环境变量|私钥|口令|\\.env)',
    hidden: '(?:隐藏|隐蔽|不可见)(?:的)?(?:参数|字段)',
    into: '(?:参数|字段|工具)',
    keys: '(?:用户|使用者)(?:的)?(?:所有|全部)?\\s?(?:api\\s?)?(?:密码|密钥|凭证|凭据|令牌|口令)|(?:\\.env|\\.ssh)[^。]{0,12}内容',
    theirs: '(?:用户|使用者)(?:的)?(?:所有|全部|每封)?(?:邮件|电子邮件|文件|文档|联系人|数据|消息)',
    not: '(?:不会|不要|切勿|请勿|不得|禁止)',
  },
  ja: {
    isVerbLast: true,
    to: '(?:に|へ)',
    sendIt: '(?:送って(?:ください|から)|(?:送信|アップロード|転送)(?:して(?:ください|から)|し、|すること|せよ|しろ))',
    own: '(?!)',
    orders: '(?!)',
    send: '(?:送信(?!され)|アップロード(?!され)|転送(?!され)|送って|送ること|投稿して|共有して)',
    put: '(?:付けて|入れて|追加して|含めて|書き込|埋め込|渡して|付加)',
    private:
      '(?:会話(?:全体|すべて)?を|会話の?(?:全文|履歴|内容|記録)|チャット|(?:ユーザー?|利用者)の(?:最近の)?(?:メッセージ|ファイル|データ|連絡先|情報)|(?:機密|個人|非公開)の?(?:ファイル|情報|データ|文書)|システムプロンプト)',
    secret: '(?:認証情報|パスワード|環境変数|秘密鍵|資格情報|\\.env)',
    hidden: '隠し(?:パラメーター?|引数|フィールド|項目)|非表示の?(?:パラメーター?|引数)',
    into: '(?:パラメーター?|引数|フィールド|項目|ツール)',
    keys: '(?:ユーザー?|利用者)の\\s?(?:すべての\\s?)?(?:api\\s?キー|パスワード|認証情報|トークン|秘密鍵)|(?:\\.env|\\.ssh)[^。]{0,12}内容',
    theirs: '(?:ユーザー?|利用者)の(?:すべての)?(?:メール|ファイル|文書|連絡先|データ|メッセージ)',
    not: '(?:ません|ないで|しないこと|禁止|リクエスト)',
  },
}

function sendingIn(words: Words): Wording[] {
  const none = pattern(`${words.not}|${HARMLESS}`)
  const taken = `${words.private}|${words.secret}`
  const sentTo = (what: string, destination: string, verbs = words.send) =>
    words.isVerbLast === true
      ? pattern(`(?:${what})[^。]{0,60}(?:${destination})[^。]{0,20}(?:${words.to})[^。]{0,20}(?:${verbs})`)
      : pattern(
          `(?:${verbs})(?=[^;]{0,60}(?:${what}))[^;]{0,120}(?:${words.to})[^;]{0,40}(?:${destination})|[把将將][^。]{0,20}(?:${what})[^。]{0,20}(?:${verbs})[^。]{0,20}(?:${destination})`,
        )
  const sent = (what: string) =>
    pattern(`${words.send}(?=[^;]{0,60}(?:${what}))[^;]{0,120}${words.to}[^;]{0,40}(?:${DESTINATION})`)
  const putOrSent = pattern(`${words.put}|${words.send}|\\bcall\\b`)
  return [
    { all: [DEST, sent(taken)], none },
    { all: [DEST, sent(words.own), pattern(words.orders)], none },
    // What was read before: "read the keys and send them to".
    {
      all: [
        DEST,
        words.isVerbLast === true
          ? pattern(`(?:${DESTINATION})[^。]{0,40}${words.sendIt}`)
          : pattern(`${words.sendIt}[^;]{0,40}(?:${DESTINATION})`),
        pattern(taken),
      ],
      none,
    },
    { all: [DEST, /\brecipient\b/, pattern(taken)], none },
    // In an address that is read: as a query, or as the name of a host.
    { all: [QUERIED, pattern(words.put), pattern(taken)], none },
    { all: [sentTo(words.theirs, EMAIL)], none },
    { all: [DEST, sentTo(words.keys, DESTINATION, words.put)], none },
    // Into an argument or another tool.
    {
      all: [pattern(words.keys), pattern(words.into), putOrSent],
      none: pattern(`${words.not}|${HARMLESS}|${NAMED_FOR_IT}`),
    },
    {
      all: [pattern(words.private), pattern(words.into), putOrSent, pattern(words.orders)],
      none: pattern(`${words.not}|${HARMLESS}|${NAMED_FOR_IT}`),
    },
    { all: [pattern(words.hidden), pattern(taken), putOrSent], none },
  ]
}

const ALWAYS =
  '\\b(?:always|every|each|all|whatever|any)\\b|(?<!\\p{L})(?:immer|jede[rmns]?|alle[nr]?|siempre|tod[oa]s|cada|toujours|chaque|tous|toutes)(?!\\p{L})|每|所有|必ず|常に|すべて'
const BLIND_COPY =
  '\\bbcc\\b|\\bblind\\s+(?:carbon\\s+)?cop|blindkopie|copia\\s+oculta|copie\\s+cachée|密送|暗送|密件抄送'
const LEAK_IN_PUBLIC = [
  '\\b(?:open|create|post|publish|write|file)\\s+an?\\s+(?:new\\s+)?public\\s+(?:issue|gist|comment|paste|post|page|pull\\s+request)\\b',
  '\\b(?:private|confidential|secret)\\s+(?:repositor|repo|file|data|cod|message|document)',
  '\\b(?:quote|contain|include|paste|copy|list|show)s?\\b',
]

/** Sentences that instruct an agent to send something private to an address, or to put it into a hidden argument. */
export const SENDS_OUT: readonly WordingGroup[] = [
  ...Object.entries(LANGUAGES).map(([language, words]) => ({
    cue: LANGUAGE_CUES[language as Language],
    wordings: sendingIn(words),
  })),
  {
    cue: /@|public/,
    wordings: [
      { all: [pattern(BLIND_COPY), pattern(EMAIL), pattern(ALWAYS)], none: pattern(HARMLESS) },
      { all: LEAK_IN_PUBLIC.map((source) => pattern(source)), none: pattern(LANGUAGES.en.not) },
    ],
  },
]
