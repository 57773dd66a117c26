import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { Context } from '../../api/context'
import { getRating, unknownTool } from '../../api/get-rating'
import type { InputOf, OutputOf } from '../../contract/operations'
import { flagShare } from '../../core/text/text-flags'
import { defineEndpoint } from '../../http/operation'
import { findReport } from '../../store/accuracy/ecosystem'
import { findProfile } from '../../store/catalog/profiles'
import { listDeclarationChanges } from '../../store/declarations/declaration-history'
import { findDeclarations, type StoredDeclarations } from '../../store/declarations/declarations'
import { findMeasuredTexts, flagsOf, listToolTokens } from '../../store/declarations/server-texts'
import { findUnsafeTexts, type StoredUnsafeTexts } from '../../store/declarations/unsafe-texts'

const CHANGES_SHOWN = 20
const TOOLS_SHOWN = 200
/** A job counts base rates every few minutes. */
const RATES_CACHED_MS = 60_000

type DeclarationsOutput = OutputOf<'declarations'>

export async function declarations({ toolId }: InputOf<'declarations'>, context: Context): Promise<DeclarationsOutput> {
  const {
    reads: { db },
  } = context
  const profile = await findProfile(db, toolId)
  if (profile === undefined) throw await unknownTool(toolId, context)
  const { key, id: serverId } = profile.server
  const [stored, measured] = [await findDeclarations(db, key), await findMeasuredTexts(db, key)]
  const unsafe = await findUnsafeTexts(db, key)
  const history = await listDeclarationChanges(db, key, CHANGES_SHOWN)
  const tools = measured === undefined ? [] : await listToolTokens(db, key, TOOLS_SHOWN)
  const openChange = toolFactsOf(await getRating(serverId, context))?.openChange ?? null
  const shareOf = await readShares(context)
  return {
    serverId,
    ...declaredParts(stored),
    flags: flagsOf(measured?.flags, stored?.declared.flags).map(({ flag, part, name }) => ({
      flag,
      part,
      name,
      share: shareOf(flag),
    })),
    unsafeTexts: unsafe === undefined ? [] : unsafeTextsOf(unsafe),
    openChange: openChange === null ? null : { class: openChange.class, at: openChange.at, text: openChange.text },
    changes: history.map(({ at, class: name, times, changes }) => ({
      at: at.toISOString(),
      class: name,
      times,
      changes,
    })),
    cost: measured === undefined ? null : { tokens: measured.tokens, tokenizer: measured.tokenizer, tools },
  }
}

type Parts = Omit<DeclarationsOutput, 'serverId' | 'flags' | 'unsafeTexts' | 'openChange' | 'changes' | 'cost'>

function declaredParts(stored: StoredDeclarations | undefined): Parts {
  const declared = stored?.declared
  const digestsOf = ({ digests, since }: StoredDeclarations) =>
    DECLARED_PARTS.flatMap((part) => {
      const [digest, at] = [digests[part], since[part]]
      return digest === null || at === undefined ? [] : [{ part, digest, since: at }]
    })
  return {
    listsReadAt: stored?.listsReadAt?.toISOString() ?? null,
    changedAt: stored?.changedAt.toISOString() ?? null,
    parts: stored === undefined ? [] : digestsOf(stored),
    instructions: declared?.instructions ?? null,
    serverInfo: declared?.serverInfo ?? null,
    capabilities: declared?.capabilities ?? null,
    extensions: Object.keys(declared?.extensions ?? {}),
    prompts: declared?.prompts ?? null,
    resources: declared?.resources ?? null,
    templates: declared?.templates ?? null,
    skills: declared?.skills ?? null,
    cut: declared?.cut ?? [],
    card: cardOf(stored),
  }
}

function cardOf(stored: StoredDeclarations | undefined): Parts['card'] {
  const card = stored?.declared.card
  if (stored === undefined || card === undefined || card === null || card === 'none') return null
  return { url: card.url, version: card.version, conflicts: stored.conflicts ?? [] }
}

function unsafeTextsOf({ texts, cleared }: StoredUnsafeTexts): DeclarationsOutput['unsafeTexts'] {
  return texts.map(({ flag, part, name, quote, since, digest }) => {
    const by = cleared.find((one) => one.digest === digest)
    return {
      flag,
      part,
      name,
      quote,
      since,
      digest,
      cleared: by === undefined ? null : { at: by.at, reason: by.reason },
    }
  })
}

/** The base rates of the newest report. */
async function readShares({ reads: { db }, memo, now }: Context) {
  const texts = await memo.recent('text-flags', RATES_CACHED_MS, now, async () => (await findReport(db))?.facts.texts)
  return (flag: DeclarationsOutput['flags'][number]['flag']) =>
    texts === undefined ? null : flagShare(texts.flagged[flag], texts.servers)
}

export const declarationsEndpoint = defineEndpoint('declarations', declarations)
