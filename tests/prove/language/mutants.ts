import { join } from 'node:path'
import { loadProject } from '../../../codegen/cli/load.ts'
import { buildCatalogue } from '../../../codegen/compiler/catalogue.ts'
import { productCompiler } from '../../../codegen/product.ts'
import { limits, lost, shown, usable } from '../kit/mutants/behaviour.ts'
import { bounds } from '../kit/mutants/bounds.ts'
import { conditions } from '../kit/mutants/conditions.ts'
import { contract } from '../kit/mutants/contract.ts'
import { controls } from '../kit/mutants/controls.ts'
import { fields } from '../kit/mutants/fields.ts'
import { flow } from '../kit/mutants/flow.ts'
import { forms } from '../kit/mutants/forms.ts'
import { inferred } from '../kit/mutants/expressions.ts'
import { money } from '../kit/mutants/money.ts'
import { names } from '../kit/mutants/names.ts'
import { payments } from '../kit/mutants/payments.ts'
import { outcomes } from '../kit/mutants/outcomes.ts'
import { review } from '../kit/mutants/review.ts'
import { answers, exits, lint, wording, writes } from '../kit/mutants/replies.ts'
import { readProject } from '../kit/mutants/project.ts'
import type { Kind, Mutant, Project } from '../kit/mutants/project.ts'
import { schemaKinds } from '../kit/mutants/schemas.ts'
import { structure } from '../kit/mutants/structure.ts'
import { texts } from '../kit/mutants/texts.ts'
import { values } from '../kit/mutants/values.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import type { Random } from '../kit/random.ts'

export const about =
  'faults put into the real catalogue, one at a time: the compiler refuses 97 % of those that no sound program can look like'
/**
 * Mutants of each kind, limited by the positions in the catalogue; with `--ci` and in a short run one each of a sample
 * of the kinds, chosen by the seed.
 */
export const runs = { full: 60, middle: 1, short: 1 }

/** Kinds of faults, by location. */
export const CLASSES: Readonly<Record<string, readonly Kind[]>> = {
  names,
  expressions: inferred,
  structure,
  flow: [...flow, ...exits],
  payments: [...money, ...payments],
  replies: [...outcomes, ...answers, ...lost],
  writes,
  contract,
  texts: [...texts, ...wording],
  values,
  limits: [...bounds, ...limits],
  conditions: [...conditions, ...shown],
  schemas: schemaKinds,
  forms: [...forms, ...fields, ...usable],
  controls,
  review: [...review, ...lint],
}
const KINDS = Object.values(CLASSES).flat()
/** Share of the kinds in a sample, by length. */
const SAMPLES = { full: 1, middle: 0.06, short: 0.02 }
/** Required share of refused mutants among those that the compiler could know: of kinds without a reason to pass. */
const DEMANDED = 0.97

interface Score {
  refused: number
  /** Refused with one finding, with a suggestion, and with a finding in the changed file. */
  single: number
  advised: number
  placed: number
  same: number
  passed: string[]
}

/**
 * Seeded mutants of the real catalogue. A mutant is refused when the check shows anything, error or warning, since either stops a
 * publication; it is equal when the client would run the same programs; all others have passed.
 *
 * The proof fails if, over all kinds, more than 3 % of the mutants that are refused or that have passed without a reason have
 * passed without a reason (`knowable` below 0.97), or if a kind has no position in the catalogue. A reason (`mayPass`)
 * says how a sound program can look like a mutant of the kind: what only the author or the operator can know. A fault
 * that the contract, the other files or the screen itself contradict has no reason. The kinds that pass without one are
 * listed as `missed`.
 */
export async function prove({ seed, runs, length, log }: ProofOptions): Promise<ProofResult> {
  const compiler = productCompiler()
  const project = readProject(loadProject(join(import.meta.dirname, '../../..')), runs, compiler)
  const [wrong] = project.checked.diagnostics
  if (wrong) throw new Error(`The catalogue is not sound to begin with: ${wrong.file}:${wrong.line} ${wrong.message}`)
  const sound = buildCatalogue(project.checked).manifest.revision
  const random = createRandom(seed)
  const kinds = length === 'full' ? KINDS : random.shuffled(KINDS).slice(0, Math.ceil(KINDS.length * SAMPLES[length]))
  const scores = new Map<string, Score>()
  for (const kind of kinds) {
    const score: Score = { refused: 0, single: 0, advised: 0, placed: 0, same: 0, passed: [] }
    scores.set(kind.name, score)
    for (const mutant of random.shuffled([...kind.sites(project, random)]).slice(0, runs)) judge(mutant, score)
    const { refused, same, passed } = score
    log(
      `${kind.name.padEnd(30)} ${String(refused).padStart(4)} of ${refused + passed.length} refused${same > 0 ? `, ${same} change nothing` : ''}`,
    )
    for (const item of passed)
      log(`  passes: ${item}${kind.mayPass === undefined ? '' : `\n          since ${kind.mayPass}`}`)
  }

  function judge(mutant: Mutant, score: Score): void {
    const files = new Map(project.files)
    const text = mutant.text()
    if (text === null) files.delete(mutant.file)
    else files.set(mutant.file, text)
    const checked = compiler.check(files)
    const { diagnostics } = checked
    if (diagnostics.length > 0) {
      score.refused += 1
      if (diagnostics.length === 1) score.single += 1
      if (diagnostics.some(({ suggestion }) => suggestion !== undefined)) score.advised += 1
      if (diagnostics.some(({ file }) => file === mutant.file)) score.placed += 1
    } else if (buildCatalogue(checked).manifest.revision === sound) score.same += 1
    else score.passed.push(`${mutant.file} ${mutant.what}`)
  }

  const all = [...scores.values()]
  const sumOf = (member: 'refused' | 'single' | 'advised' | 'placed' | 'same'): number =>
    all.reduce((sum, score) => sum + score[member], 0)
  const refused = sumOf('refused')
  const passed = all.reduce((sum, score) => sum + score.passed.length, 0)
  const idle = KINDS.filter((kind) => !hasPlace(kind, project, createRandom(seed))).map(({ name }) => name)
  const missed = kinds
    .filter(({ name, mayPass }) => mayPass === undefined && (scores.get(name)?.passed.length ?? 0) > 0)
    .map(({ name }) => name)
  const knowable = knowableShare(KINDS, scores)
  const classes = Object.fromEntries(
    Object.entries(CLASSES).map(([name, kinds]) => [name, knowableShare(kinds, scores)]),
  )
  return {
    ok: knowable >= DEMANDED && idle.length === 0,
    figures: {
      kinds: kinds.length,
      mutants: refused + passed,
      refused,
      passed,
      same: sumOf('same'),
      single: share(sumOf('single'), refused),
      advised: share(sumOf('advised'), refused),
      placed: share(sumOf('placed'), refused),
      score: share(refused, refused + passed),
      knowable,
      demanded: DEMANDED,
      classes,
      missed,
      idle,
    },
  }
}

/** The share of refused mutants of kinds, without those that have passed for a reason. */
function knowableShare(kinds: readonly Kind[], scores: ReadonlyMap<string, Score>): number {
  let [refused, passed] = [0, 0]
  for (const { name, mayPass } of kinds) {
    const score = scores.get(name)
    refused += score?.refused ?? 0
    if (mayPass === undefined) passed += score?.passed.length ?? 0
  }
  return share(refused, refused + passed)
}

/** A share of a whole, with four decimals. */
const share = (part: number, whole: number): number => Math.round((part / Math.max(1, whole)) * 10_000) / 10_000

/** Whether a kind has a position in the project. Compiles nothing. */
const hasPlace = (kind: Kind, project: Project, random: Random): boolean => {
  for (const _ of kind.sites(project, random)) return true
  return false
}
