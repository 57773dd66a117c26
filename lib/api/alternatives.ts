import type { InputOf, OutputOf } from '../contract/operations'
import type { Alternative } from '../contract/shapes'
import { hostOf, type Package, probeTarget, type Remote } from '../core/catalog'
import { VERDICTS } from '../core/verdict'
import { openDoor } from '../http/operation'
import { argumentsFit } from '../search/arguments-fit'
import { similarity } from '../search/likeness'
import { type FoundSubject, searchSubjects } from '../store/candidates'
import { findProfile } from '../store/profiles'
import { candidateOf } from './candidate'
import type { Context } from './context'
import { unknownTool } from './found-rating'

/** Found by words before anything is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 100
/** Words of a description that the search is given: a long one would find everything. */
const MOST_WORDS = 40

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export async function alternatives(
  { toolId, limit }: InputOf<'alternatives'>,
  context: Context,
): Promise<OutputOf<'alternatives'>> {
  const original = await findProfile(context.db, toolId)
  if (original === undefined) throw await unknownTool(toolId, context)
  const text = `${original.subject.name} ${wordsIn(descriptionOf(original))}`
  const found = await searchSubjects(context.db, text.replaceAll(/[_\-./]+/g, ' '), CONSIDERED, {
    categories: original.subject.categories,
  })
  const options = found
    .filter((candidate) => candidate.serverId !== original.server.id && isIndependent(original, candidate))
    .map((candidate) => alternativeOf(original, candidate, context.now))
    .filter((candidate) => candidate.verdict !== 'down')
  return { alternatives: options.sort(compareAlternatives).slice(0, limit) }
}

function alternativeOf(original: Profile, candidate: FoundSubject, now: Date): Alternative {
  const described = { name: original.subject.name, description: descriptionOf(original) }
  const likeness = Math.round(similarity(described, candidate) * 1000) / 1000
  return {
    ...candidateOf(candidate, likeness, now),
    similarity: likeness,
    ...argumentsFit(original.tool?.inputSchema ?? null, candidate.inputSchema),
    independent: {
      repository: true,
      backend: true,
      host:
        hostNameOf(original.server.remotes) === null ||
        hostNameOf(original.server.remotes) !== hostNameOf(candidate.remotes),
    },
  }
}

/** Another repository and another backend: the same code fails for the same reasons, under whatever name it is listed. */
function isIndependent(original: Profile, candidate: FoundSubject): boolean {
  const sameRepository =
    original.server.repository !== null &&
    repositoryKey(original.server.repository) === repositoryKey(candidate.repository ?? '')
  const own = new Set(original.server.packages.map(packageKey))
  const samePackage = candidate.packages.some((entry) => own.has(packageKey(entry)))
  const ownUrl = probeTarget(original.server.remotes)?.url
  const sameUrl = ownUrl !== undefined && probeTarget(candidate.remotes)?.url === ownUrl
  return !sameRepository && !samePackage && !sameUrl
}

/** The living first (healthy and degraded before unknown), then the most alike, then another host before the same one. */
function compareAlternatives(a: Alternative, b: Alternative): number {
  return (
    Number(a.verdict === 'unknown') - Number(b.verdict === 'unknown') ||
    b.similarity - a.similarity ||
    Number(b.independent.host) - Number(a.independent.host) ||
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    b.score - a.score ||
    (a.toolId < b.toolId ? -1 : 1)
  )
}

function descriptionOf({ tool, server }: Profile): string {
  return tool?.description ?? server.description
}

function wordsIn(text: string): string {
  return text.split(/\s+/, MOST_WORDS).join(' ')
}

function repositoryKey(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/(\.git)?\/*$/, '')
    .split('/')
    .slice(0, 3)
    .join('/')
}

function packageKey({ registry, name }: Package): string {
  return `${registry}:${name.toLowerCase()}`
}

function hostNameOf(remotes: readonly Remote[]): string | null {
  const target = probeTarget(remotes)
  return target === undefined ? null : hostOf(target)
}

export const alternativesDoor = openDoor('alternatives', alternatives)
