const IMAGE = /^([a-z0-9][\w.-]*(?::\d{1,5}(?=\/))?(?:\/[\w.-]+)*)(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/i

/**
 * The canonical name of an image of a container registry, without tag and digest, lower case; Docker Hub's host is left
 * out, as `docker run` does. Undefined where the text names no image.
 */
export function imageNameOf(text: string): string | undefined {
  const name = IMAGE.exec(text)?.[1]?.toLowerCase()
  return name?.replace(/^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)\/(?:library\/)?/, '')
}
