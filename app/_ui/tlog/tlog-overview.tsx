import type { OutputOf } from '@/lib/contract/operations'
import { Code, Commands } from '../command'
import { formatCount } from '../format'
import { RelativeTime } from '../timestamp'

type TlogFigures = OutputOf<'log'>

/** How far the log is, and what keeps it from growing. */
export function TlogOverview({ log }: { log: TlogFigures }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {formatCount(log.size)} {log.size === 1 ? 'entry' : 'entries'}. The log was opened{' '}
        <RelativeTime at={log.openedAt} />
        {log.publishedAt !== null && (
          <>
            ; the newest entry was published <RelativeTime at={log.publishedAt} />
          </>
        )}
        .
        {log.waiting > 0 &&
          ` ${formatCount(log.waiting)} more ${log.waiting === 1 ? 'waits' : 'wait'} to be published.`}
      </p>
      {!log.recording && <p>The operator ended the recording: nothing new is logged.</p>}
      {log.problem !== null && <p className="untrusted">Nothing is appended now. {log.problem}</p>}
      <p className="untrusted">
        Its name, which never changes: <code className="font-mono">{log.origin}</code>
      </p>
    </div>
  )
}

/** The newest checkpoint, the keys that verify it, and who cosigned it. */
export function TlogCheckpoint({ log }: { log: TlogFigures }) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      {log.checkpoint !== null && <Code text={log.checkpoint} label="The newest checkpoint" />}
      <div>
        <h3 className="mb-1.5 text-soft">Verifier keys</h3>
        <ul className="flex flex-col gap-1">
          {log.keys.map(({ vkey, retiredAt }) => (
            <li key={vkey} className="break-all font-mono text-[0.8125rem]">
              {vkey}
              {retiredAt !== null && (
                <span className="font-sans text-soft">
                  {' '}
                  retired <RelativeTime at={retiredAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 text-soft">Witnesses</h3>
        {log.witnesses.length === 0 ? <p>No witness is asked. Compare the checkpoint with somebody else’s.</p> : null}
        <ul className="flex flex-col gap-1">
          {log.witnesses.map(({ vkey, cosignedAt }) => (
            <li key={vkey} className="break-all font-mono text-[0.8125rem]">
              {vkey}{' '}
              <span className="font-sans text-soft">
                {cosignedAt === null ? 'has not cosigned' : <RelativeTime at={cosignedAt} />}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** How anybody checks the log. */
export function TlogAudit({ baseUrl }: { baseUrl: string }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-pretty">
        The log has the forms of C2SP tlog-tiles, so programs that are not ours read it. Keep a checkpoint: who has one
        finds any entry that was changed or taken out later. The program of this project replays the whole log, computes
        every score again, and compares what these pages show with what was logged.
      </p>
      <Commands lines={[{ purpose: 'Audit this service', command: `npm run audit -- ${baseUrl}` }]} />
    </div>
  )
}
