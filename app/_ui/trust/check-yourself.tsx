import { Card } from '../card'
import { Copyable } from '../copyable'
import { verificationCode } from './verification-code'

interface CheckYourselfProps {
  baseUrl: string
  /** A tool or server that the examples name. */
  toolId: string
}

/** How a reader verifies a score without believing this service. */
export function CheckYourself({ baseUrl, toolId }: CheckYourselfProps) {
  return (
    <Card id="verify" title="Check it yourself">
      <div className="flex flex-col gap-5">
        <div>
          <h3 className="font-medium">On a page</h3>
          <p className="mt-1 text-pretty text-sm">
            The proof page of every server and tool has a button that verifies the signature in your own browser.{' '}
            <a href="/search">Find a server</a> and follow “Proof”.
          </p>
        </div>
        <div>
          <h3 className="font-medium">With the source code</h3>
          <p className="mt-1 mb-2 text-pretty text-sm">
            This computes the score again from the published inputs, verifies the signature and says what agrees.
          </p>
          <Copyable text={`npm run verify -- ${baseUrl} ${toolId}`} label="Command that verifies a score" />
        </div>
        <div>
          <h3 className="font-medium">With nothing but a browser</h3>
          <p className="mt-1 mb-2 text-pretty text-sm">
            Paste this into the console of this page. It uses the WebCrypto that browsers have, and no code of ours.
          </p>
          <Copyable text={verificationCode(baseUrl, toolId)} label="Script that verifies a signature" />
        </div>
      </div>
    </Card>
  )
}
