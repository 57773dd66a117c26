import { parseNote } from 'assay-tlog/note/signed-note'
import { formatVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { cosignedAt } from 'assay-tlog/witness/cosignature'
import type { InputOf, OutputOf } from '../../contract/operations'
import { OBSERVATION_DAYS, TOOL_CHANGE_DAYS } from '../../core/retention'
import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { getTlog } from '../get-tlog'
import { measureQueue } from '../sql/stored-facts'

/** How the log is: for readers, and for whoever follows it. Throws `no_log`. */
export async function log(_input: InputOf<'log'>, context: TlogContext): Promise<OutputOf<'log'>> {
  const served = getTlog(context)
  const [state, tree] = [await served.state(), await served.published(context.now)]
  const { queued, waitingSeconds } = await measureQueue(context.db)
  const unpublished = Math.max(0, (state?.size ?? 0) - (tree?.size ?? 0))
  const cosigned = state?.cosigned ?? null
  return {
    origin: state?.origin ?? '',
    size: tree?.size ?? 0,
    checkpoint: tree?.note ?? null,
    publishedAt: state?.publishedAt?.toISOString() ?? null,
    openedAt: (state?.openedAt ?? context.now).toISOString(),
    recording: state?.recording ?? false,
    waiting: queued + unpublished,
    waitingSeconds,
    problem: state?.problem ?? null,
    kept: {
      documentDays: served.documentDays,
      declarationDays: TOOL_CHANGE_DAYS,
      observationDays: OBSERVATION_DAYS,
    },
    keys: (await served.keys()).map((key) => ({ ...key, retiredAt: key.retiredAt?.toISOString() ?? null })),
    witnesses: served.witnessKeys.map((key) => ({
      vkey: formatVerifierKey(key),
      cosignedAt: cosignature(cosigned, key)?.toISOString() ?? null,
    })),
    cosigned,
  }
}

function cosignature(note: string | null, key: VerifierKey): Date | undefined {
  const parsed = note === null ? undefined : parseNote(note)
  const own = parsed?.signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId)
  return parsed === undefined || own === undefined ? undefined : cosignedAt(parsed.text, own.signature, key)
}

export const logEndpoint = defineEndpoint('log', log)
