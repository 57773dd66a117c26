import { nounOf } from '@/lib/products/rules/ways/way-identity'
import type { Way } from '@/lib/products/rules/ways/ways'
import { catalogFiguresOf, dateInYear } from '../server/catalog-figures'
import { type Figure, figure, figuresOf } from '../server/figures'
import { isWatched, type ServerFacts } from '../server/server-facts'
import type { ProductFacts } from './product-facts'
import { wayWord } from './product-facts'

/** The five figures of the way that is looked at: measured ones only where the rating is its own. */
export function productFiguresOf({
  way,
  isGraded,
  server,
}: Pick<ProductFacts, 'way' | 'isGraded' | 'server'>): Figure[] {
  if (way !== null && !isGraded) return ownFiguresOf(way, server)
  if (isWatched(server.health)) return figuresOf(server)
  return catalogFiguresOf(server).filter(({ name }) => name !== 'Publisher')
}

/** What is known of a way that has no grade of its own. */
function ownFiguresOf(way: Way, { catalog }: ServerFacts): Figure[] {
  const { published } = way
  const state = figure('State', wayWord(way), way.asOf === null ? '' : '{time}', { at: instant(way.asOf) })
  if (published === null)
    return [state, figure('Grade', 'None of its own', ''), figure('Licence', catalog.licence?.name ?? 'Not known', '')]
  const { publishedAt, hasInstallScripts, hasProvenance } = published
  return [
    state,
    figure('Newest version', published.version, publishedAt === null ? '' : dateInYear(instant(publishedAt) ?? '')),
    figure('Licence', published.licence ?? catalog.licence?.name ?? 'Not known', ''),
    figure('On installing', yesNo(hasInstallScripts, 'Runs its code', 'Runs nothing'), ''),
    figure('Built where', yesNo(hasProvenance, 'Attested', 'Not attested'), ''),
  ]
}

function yesNo(known: boolean | null, yes: string, no: string): string {
  return known === null ? 'Not known' : known ? yes : no
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}

/** Of which way the grade is; null: the product has one way, so that it goes without saying. */
export function gradeNote({ productRating, way, isGraded, product }: ProductFacts): string | null {
  if (way === null || productRating.ways.length < 2) return null
  const graded = productRating.ways.find(({ slug }) => slug === productRating.gradeOf)
  const whose =
    graded === undefined || productRating.grade === 'unrated'
      ? ''
      : `The grade of ${product.name} is that of the ${nounOf(graded)}.`
  if (isGraded)
    return way === graded ? whose || null : `These figures are those of this ${nounOf(way)}. ${whose}`.trim()
  return `The ${nounOf(way)} has no grade of its own. ${whose}`.trim()
}
