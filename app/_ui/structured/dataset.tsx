import { JsonLd } from './json-ld'

interface DatasetProps {
  name: string
  /** 50 to 5,000 characters, as readers of this vocabulary ask for. */
  description: string
  /** Path of its page. */
  path: string
  /** Paths of its files, with their media types. */
  files: readonly { path: string; mediaType: string }[]
  /** ISO 8601: time of the newest figures. */
  asOf: string
  baseUrl: string
}

/** Figures of a page that can be loaded, as schema.org Dataset, free to use under CC BY 4.0. */
export function Dataset({ name, description, path, files, asOf, baseUrl }: DatasetProps) {
  return (
    <JsonLd
      data={{
        '@type': 'Dataset',
        name,
        description,
        url: `${baseUrl}${path}`,
        dateModified: asOf,
        license: 'https://creativecommons.org/licenses/by/4.0/',
        isAccessibleForFree: true,
        creator: { '@type': 'Organization', name: 'Assay', url: `${baseUrl}/` },
        distribution: files.map((file) => ({
          '@type': 'DataDownload',
          encodingFormat: file.mediaType,
          contentUrl: `${baseUrl}${file.path}`,
        })),
      }}
    />
  )
}
