/** What is done to an object. `control` operates a device, an application or a browser. */
export const ACTS = [
  'read',
  'list',
  'search',
  'create',
  'update',
  'delete',
  'send',
  'convert',
  'compute',
  'generate',
  'analyze',
  'monitor',
  'control',
] as const
export type Act = (typeof ACTS)[number]

// Verbs as they are written in requests and in names of tools, before stemming.
const VERBS: Readonly<Record<Act, string>> = {
  read:
    'get fetch read retrieve show view look lookup see open load describe inspect give tell obtain pull download grab return know query check ' +
    'resolve access consult display print dump zeig zeige hol lies montre affiche muestra mostra obtener obtenir покажи получить узнать affichez',
  list: 'list enumerate browse ls liste lister listar elenca elencare список перечисли',
  search:
    'search find discover locate hunt seek suche such finde cherche trouve trouver busca buscar encontrar cerca trova найди найти поиск szukaj znajdz zoek vind',
  create:
    'create add make new register open insert schedule book plan set setup init initialize build write store save log record remember append reserve ' +
    'order issue raise file start launch provision deploy enable subscribe invite attach upload import push commit draft ' +
    'erstelle erstellen anlegen crea crear cree creer ajoute ajouter criar создай создать добавь добавить utworz maak',
  update:
    'update edit modify change rename move set patch replace reschedule resize assign label tag mark pin merge archive unarchive restore revert ' +
    'rotate upgrade sync format fix adjust configure transition close reopen resolve complete snooze mute toggle aktualisiere andere modifier actualizar измени обнови',
  delete:
    'delete remove clear drop purge erase cancel destroy uninstall unsubscribe revoke wipe trash unpublish discard prune deregister losche loschen supprime supprimer ' +
    'borra borrar eliminar elimina удали удалить usun verwijder stornieren annuler',
  send: 'send post publish reply share forward text message notify email tweet broadcast dm ping invite sende schicke schick envoie envoyer enviar envia invia отправь отправить wyslij stuur',
  convert:
    'convert transform translate encode decode transcribe parse extract compress decompress unzip zip encrypt decrypt turn ocr transpile minify render ' +
    'konvertiere umwandeln ubersetze ubersetzen convertir convertis traduis traduire traduce traducir traduci traduzir converter переведи конвертировать przetlumacz vertaal',
  compute:
    'calculate compute solve evaluate count sum measure estimate simulate run execute integrate differentiate hash roll berechne calcule calculer calcula calcular вычисли посчитай oblicz bereken',
  generate:
    'generate draw compose design synthesize produce imagine paint illustrate sketch plot chart visualize compose dibuja dessine zeichne generiere genere genera gerar сгенерируй нарисуй',
  analyze:
    'analyze analyse compare summarize summarise classify detect identify review audit scan validate verify assess explain predict forecast rank recommend suggest lint test diagnose ' +
    'debug profile benchmark evaluate score extract grade proofread vergleiche analysiere compara comparer analizar résume resume zusammenfassen сравни проанализируй',
  monitor: 'monitor watch track alert observe follow poll wait uberwache surveille vigila отслеживай',
  control:
    'click navigate press play pause stop skip turn switch type scroll drag control operate unlock lock dim boot reboot restart shutdown connect execute screenshot capture',
}

const ACT_OF: ReadonlyMap<string, Act> = new Map(
  ACTS.flatMap((act) => VERBS[act].split(' ').map((verb) => [verb, act] as const)).reverse(),
)

/** Words a request may begin with before its verb. */
const NOT_VERBS = new Set([
  'text',
  'file',
  'message',
  'email',
  'post',
  'order',
  'log',
  'record',
  'plan',
  'test',
  'score',
  'run',
  'count',
  'label',
  'tag',
  'chart',
  'plot',
  'issue',
  'book',
  'profile',
  'review',
  'design',
  'file',
  'share',
  'type',
  'format',
  'new',
  'open',
  'set',
  'ping',
  'screenshot',
  'hash',
  'resume',
  'format',
  'zip',
  'draft',
  'track',
  'lock',
  'play',
  'stop',
  'close',
  'print',
  'invite',
  'view',
  'patch',
  'commit',
  'push',
  'access',
  'alert',
  'watch',
  'estimate',
  'forecast',
  'change',
  'release',
  'audit',
  'grade',
  'rank',
  'press',
  'drop',
  'branch',
  'start',
  'transition',
  'render',
  'control',
  'switch',
  'follow',
])

/** The act a word names; null: none. */
export function actOfWord(word: string): Act | null {
  return ACT_OF.get(word) ?? singular(word)
}

function singular(word: string): Act | null {
  if (word.endsWith('ies')) return ACT_OF.get(`${word.slice(0, -3)}y`) ?? null
  if (word.endsWith('es')) return ACT_OF.get(word.slice(0, -1)) ?? ACT_OF.get(word.slice(0, -2)) ?? null
  if (word.endsWith('s')) return ACT_OF.get(word.slice(0, -1)) ?? null
  if (word.endsWith('ing')) return ACT_OF.get(word.slice(0, -3)) ?? ACT_OF.get(`${word.slice(0, -3)}e`) ?? null
  return null
}

/**
 * What a text of lower-case words asks for or offers: the act of the first word that is always a verb, or is one where
 * it stands (first of all); null where no word is a verb.
 */
export function actOf(words: readonly string[]): Act | null {
  for (const [place, word] of words.entries()) {
    const act = actOfWord(word)
    if (act !== null && (place === 0 || !NOT_VERBS.has(word))) return act
  }
  return null
}

const READING: ReadonlySet<Act> = new Set(['read', 'list', 'search', 'monitor', 'analyze'])
const CHANGING: ReadonlySet<Act> = new Set(['create', 'update', 'delete', 'send', 'control'])
const OPPOSITES: readonly (readonly [Act, Act])[] = [
  ['create', 'delete'],
  ['update', 'delete'],
  ['send', 'delete'],
  ['read', 'delete'],
  ['list', 'delete'],
  ['search', 'delete'],
]

/** Whether one act undoes or excludes the other: what creates never stands in for what deletes. */
export function areOpposite(a: Act, b: Act): boolean {
  return OPPOSITES.some(([one, other]) => (one === a && other === b) || (one === b && other === a))
}

/** Whether one only reads and the other changes something. */
export function readsAndChanges(a: Act, b: Act): boolean {
  return (READING.has(a) && CHANGING.has(b)) || (CHANGING.has(a) && READING.has(b))
}
