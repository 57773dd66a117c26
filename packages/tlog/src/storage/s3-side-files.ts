import type { BoundedFetch } from '../bounded-fetch.ts'
import { nameOf, readFile, type S3Bucket, StoreFailed, sender, write } from './s3.ts'
import { checkSideFolder, checkSidePath, type SideFiles } from './side-files.ts'

/** Files beside a log in a bucket. */
export function s3SideFiles(bucket: S3Bucket, fetchStore: BoundedFetch): SideFiles {
  const name = nameOf(bucket)
  const send = sender(bucket, fetchStore)
  return {
    name,
    read: async (path) => (await readFile(send, name, checkSidePath(path)))?.body,
    put: async (path, body) => {
      await write(send, name, { path: checkSidePath(path), body })
    },
    remove: async (path) => {
      const answer = await send({ method: 'DELETE', path: checkSidePath(path) })
      if (answer.status >= 300 && answer.status !== 404) throw new StoreFailed(name, { method: 'DELETE', path, answer })
    },
    list: async (folder) => {
      const path = `${checkSideFolder(folder)}/`
      const names: string[] = []
      for (let after: string | undefined = ''; after !== undefined; ) {
        const answer = await send({ method: 'GET', path, isListing: true, after })
        if (answer.status !== 200) throw new StoreFailed(name, { method: 'GET', path, answer })
        const listing = answer.body.toString('utf8')
        for (const [, file = ''] of listing.matchAll(/\/([\w.-]{1,100})<\/Key>/g)) names.push(file)
        after = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(listing)?.[1]
      }
      return names
    },
  }
}
