import { BREAKAGE_KINDS, SEVERITIES } from '../breakage-kind.ts'
import { INTERVAL_STATES } from '../history/interval.ts'
import { GRADES } from '../score/grade.ts'
import { plural } from '../text/plural.ts'
import { STATUS_WORDS } from '../text/status-words.ts'
import { VERDICTS, type Verdict } from '../verdict.ts'
import {
  count,
  digest,
  hour,
  instant,
  keyBytes,
  type LeafField,
  number,
  object,
  oneOf,
  orNull,
  text,
  treeHash,
  type ValuesOf,
} from './leaf-field.ts'
import { VANTAGE_PREFIX } from './vantage-id.ts'

type Members = Readonly<Record<string, LeafField<unknown>>>

/** What is known of a kind of leaf besides its members. */
interface LeafRow<Given extends Members> {
  /** When one is logged. */
  when: string
  /** The member that says what it is about; null: it is about the service. */
  subject: 'id' | 'hour' | null
  /** The member with a digest, by which the leaf is found; null: it has none. */
  digest: 'digest' | 'inputs' | null
  /**
   * How long the service keeps the document that the digest names, by the member of `kept` of GET /v1/log; `ever`: it
   * stays; null: there is no document.
   */
  document: 'documentDays' | 'declarationDays' | 'ever' | null
  /** Whether the audit takes facts from it (`LoggedFacts`), besides the order in which every leaf was queued. */
  isAudited: boolean
  /** What it says, a sentence for people, without its time and without what it is about. */
  words(leaf: ValuesOf<Given>): string
}

function kind<const Given extends Members, const Row extends LeafRow<Given>>(members: Given, row: Row) {
  return { members, ...row }
}

/** Ids have at most 512 characters today; logs outlive limits. */
const id = text(1024)
const shortText = text(512)

const KEY_EVENTS = { published: 'was published', retired: 'was retired', leaked: 'leaked' } as const

const BEGINNINGS = {
  up: 'Began to answer',
  down: 'Stopped answering',
  void: 'Not watched any more',
  maintenance: 'Maintenance began',
} as const

/** A server that asks for credentials has the verdict `unknown` and was checked: a leaf does not tell the two apart. */
const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { ...STATUS_WORDS, unknown: 'Not known' }

const OF_THE_SERVICE = { subject: null, digest: null, document: null, isAudited: true } as const
const OF_A_SUBJECT = { ...OF_THE_SERVICE, subject: 'id' } as const

/**
 * Every kind of leaf: its members, and what is known of it. Each leaf has `v`, `kind` and `queuedAt` besides: when the
 * process that stated it queued it for the log, while `at` is when it happened. Types, the parser, the audit, the page
 * of the log and the enum of the database derive from this table. A new kind goes to the end, and nothing is ever taken
 * out: old leaves are parsed for ever.
 */
export const LEAF_KINDS = {
  /** The first leaf. `software`: name and version of what writes the log. */
  log_opened: kind(
    { at: instant, origin: shortText, software: shortText },
    {
      ...OF_THE_SERVICE,
      when: 'the log begins',
      isAudited: false,
      words: ({ origin, software }) => `The log was opened as ${origin} by ${software}.`,
    },
  ),
  /** A public key (`x`, base64url) and its thumbprint (`kid`, RFC 7638) began or ceased to be used. */
  key: kind(
    {
      at: instant,
      kid: keyBytes,
      x: keyBytes,
      use: oneOf(['attestation', 'log']),
      event: oneOf(['published', 'retired', 'leaked']),
    },
    {
      ...OF_THE_SERVICE,
      when: 'a public key begins to be used, is retired, or leaked',
      words: ({ kid, use, event }) =>
        `The key ${kid} of ${use === 'log' ? 'the log' : 'attestations'} ${KEY_EVENTS[event]}.`,
    },
  ),
  /** A formula of scores came into use; the digest is of its description. */
  formula: kind(
    { at: instant, formula: shortText, digest },
    {
      ...OF_THE_SERVICE,
      when: 'a formula of scores comes into use',
      digest: 'digest',
      document: 'ever',
      words: ({ formula }) => `Scores are computed with the formula ${formula}.`,
    },
  ),
  /** A stretch of one state began at `at` at a target (its number) of a server; `previous` is the one that ended. */
  interval: kind(
    {
      at: instant,
      id,
      target: count,
      state: oneOf(INTERVAL_STATES),
      previous: orNull(object({ state: oneOf(INTERVAL_STATES), from: instant, to: instant })),
    },
    {
      ...OF_A_SUBJECT,
      when: 'a stretch of up, down or maintenance begins at a target, or of a vantage without connectivity',
      words({ id, state, target }) {
        if (!id.startsWith(VANTAGE_PREFIX))
          return target === 0 ? `${BEGINNINGS[state]}.` : `${BEGINNINGS[state]}, at target ${target}.`
        const vantage = id.slice(VANTAGE_PREFIX.length)
        return state === 'void' ? `No connectivity at ${vantage}.` : `Connectivity is back at ${vantage}.`
      },
    },
  ),
  /** A stored verdict on a server or a tool turned; `from` is null for the first one. */
  verdict: kind(
    { at: instant, id, from: orNull(oneOf(VERDICTS)), to: oneOf(VERDICTS) },
    {
      ...OF_A_SUBJECT,
      when: 'a stored verdict turns',
      words: ({ from, to }) =>
        from === null
          ? `Verdict when it was first logged: ${VERDICT_WORDS[to]}.`
          : `Verdict changed from ${VERDICT_WORDS[from]} to ${VERDICT_WORDS[to]}.`,
    },
  ),
  /** What a server declares changed; the digest is of the document of its digests (`ServerDigests`). */
  declarations: kind(
    { at: instant, id, version: orNull(shortText), vantage: orNull(shortText), digest },
    {
      ...OF_A_SUBJECT,
      when: 'the digest of what a server declares changes',
      digest: 'digest',
      document: 'declarationDays',
      isAudited: false,
      words: ({ version }) => `What it declares changed${version === null ? '' : `; its version is ${version}`}.`,
    },
  ),
  /** Facts of a score that was attested; `inputs` is the digest of the inputs from which it can be computed again. */
  score: kind(
    {
      at: instant,
      id,
      verdict: oneOf(VERDICTS),
      score: number(100),
      grade: oneOf(GRADES),
      formula: shortText,
      asOf: orNull(instant),
      inputs: digest,
    },
    {
      ...OF_A_SUBJECT,
      when: 'a score was attested whose facts are new',
      digest: 'inputs',
      document: 'documentDays',
      words: ({ score, grade, verdict }) =>
        `Score ${score.toFixed(1)}, grade ${grade}, verdict ${VERDICT_WORDS[verdict]}: signed for a caller.`,
    },
  ),
  /**
   * A breakage was opened or closed; `key` distinguishes those of one kind at one subject. How bad it was by then, and
   * the digest of its pieces of evidence as they are shown.
   */
  breakage: kind(
    {
      ...{ at: instant, id, breakage: oneOf(BREAKAGE_KINDS), key: shortText, event: oneOf(['opened', 'closed']) },
      ...{ severity: oneOf(SEVERITIES), evidence: digest },
    },
    {
      ...OF_A_SUBJECT,
      when: 'a breakage opens or closes',
      words: ({ event, breakage }) => `Breakage ${event}: ${breakage.replaceAll('_', ' ')}.`,
    },
  ),
  /** New observations of the hour that begins at `hour`: how many, and the tree hash over their canonical lines. */
  observations: kind(
    { at: instant, hour, count, root: treeHash },
    {
      ...OF_THE_SERVICE,
      when: 'an hour of observations is over for ten minutes',
      subject: 'hour',
      words: ({ count, hour }) => `${count} ${plural(count, 'check')} in the hour from ${hour}.`,
    },
  ),
  /**
   * An operator of the service cleared the unsafe texts of a server, or took that back; the digest is of the document
   * with the digests of those texts (`ClearedTexts`), and the reason is the operator's; null: none was given.
   */
  unsafe_texts: kind(
    { at: instant, id, event: oneOf(['cleared', 'restored']), digest, reason: orNull(shortText) },
    {
      ...OF_A_SUBJECT,
      when: 'the operator clears unsafe texts, or takes that back',
      digest: 'digest',
      document: 'ever',
      words: ({ event, reason }) =>
        event === 'cleared'
          ? `The operator of this service cleared its unsafe texts: “${reason ?? ''}”.`
          : 'The operator of this service took back that its unsafe texts were cleared.',
    },
  ),
  /**
   * The recording was ended by the settings, or went on; `since` is the `at` of the leaf that ended it. What began
   * meanwhile follows with the same `queuedAt` as the leaf `resumed`, and verdicts that are stated again have `from`
   * null.
   */
  recording: kind(
    { at: instant, event: oneOf(['ended', 'resumed']), since: orNull(instant) },
    {
      ...OF_THE_SERVICE,
      when: 'the settings end the recording, or it goes on',
      isAudited: false,
      words: ({ event }) => (event === 'ended' ? 'The recording was ended by the settings.' : 'The recording goes on.'),
    },
  ),
  /**
   * After an hour: the digest of a document with a line for each server (`ScoreInputLines`), the latencies, use and
   * number of probes that its score is computed from; `count` lines. `part`: from 0 on, for large catalogs.
   */
  score_inputs: kind(
    { at: instant, hour, part: count, count, digest },
    {
      ...OF_THE_SERVICE,
      when: 'an hour is over',
      subject: 'hour',
      digest: 'digest',
      document: 'documentDays',
      isAudited: false,
      words: ({ count, hour }) =>
        `What the scores of ${count} ${plural(count, 'server')} are computed from, after the hour from ${hour}.`,
    },
  ),
  /**
   * The first manifest of the decision bundle in the hour that begins at `hour`; the digest is of its payload. Tiles
   * are named by their digests in it, and kept for an hour.
   */
  bundle: kind(
    { at: instant, hour, sequence: count, digest },
    {
      ...OF_THE_SERVICE,
      when: 'the first manifest of the decision bundle in an hour is signed',
      subject: 'hour',
      digest: 'digest',
      document: 'documentDays',
      isAudited: false,
      words: ({ sequence, hour }) => `Manifest ${sequence} of the decision bundle, in the hour from ${hour}.`,
    },
  ),
}
