import { loadProject } from '../../../codegen/cli/load.ts'
import { root } from '../../../codegen/commands/setup.mjs'
import type { Compiler } from '../../../codegen/compiler/project.ts'
import { productCompiler } from '../../../codegen/product.ts'
import type { Contract } from '../../../codegen/compiler/contract/contract.ts'
import type { Files } from '../../../codegen/compiler/source/source.ts'
import type { Json, Screen } from '../../../src/engine/language/expressions/program.ts'
import { withDrawer } from '../kit/robust/browser.ts'
import { compose } from '../kit/robust/compose.ts'
import { drawingOf } from '../kit/robust/drawings.ts'
import { corrupt, corruptText } from '../kit/robust/spoil.ts'
import { valueOf } from '../kit/robust/values.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'hostile screens and data: the compiler has a verdict on each and never throws, what passes is drawn with any data'
/** Documents compiled; a tenth as many are drawn. */
export const runs = { full: 100_000, middle: 400, short: 30 }

const COMPOSED = 'screens/robust/composed.json'
const SCREEN = /^screens\/(?!parts\/|shell)/
const PER_DRAW = 10
const AT_ONCE = 25
type Part = Pick<ProofOptions, 'seed' | 'runs' | 'log'>
interface Compiled {
  faults: string[]
  passed: Screen[]
  figures: Record<string, unknown>
}

/** Compiles `runs` corrupted or generated documents; draws a tenth as many of the accepted ones in Chromium. */
export async function prove({ seed, runs, log }: ProofOptions): Promise<ProofResult> {
  const files = loadProject(root)
  const compiler = productCompiler()
  const { contract, screens, diagnostics } = compiler.check(files)
  const broken = diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  if (broken) throw new Error(`The catalogue does not pass its check: ${broken.file}:${broken.line} ${broken.message}`)
  const compiled = compileAll(files, compiler, contract, { seed, runs, log })
  const drawn = await drawAll(
    screens.flatMap(({ screen }) => screen ?? []),
    compiled.passed,
    contract,
    { seed, runs: Math.ceil(runs / PER_DRAW), log },
  )
  const faults = [...compiled.faults, ...drawn.faults]
  for (const fault of new Map(faults.toReversed().map((fault) => [fault.replace(/^.*?: /, ''), fault])).values())
    log(fault)
  return { ok: faults.length === 0, figures: { ...compiled.figures, ...drawn.figures, faults: faults.length } }
}

function compileAll(files: Files, compiler: Compiler, contract: Contract, { seed, runs, log }: Part): Compiled {
  const documents = new Map(
    [...files].flatMap(([file, text]) => (file.endsWith('.json') ? [[file, JSON.parse(text) as Json] as const] : [])),
  )
  const names = (pattern: RegExp): string[] => [...documents.keys()].filter((file) => pattern.test(file))
  const screens = names(SCREEN)
  const parts = names(/^screens\/parts\//)
  const others = names(/^(schemas\/(?!screen\.schema)|locales\/|screens\/shell|src\/)/)
  const faults: string[] = []
  const passed: Screen[] = []
  // Corruption of the complete project must not remain in the compiler of single screens.
  const another = productCompiler()
  let single = 0
  let refused = 0
  let complete = 0
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed * 1_000_003 + run)
    const kind = random()
    const file =
      kind < 0.002
        ? random.pick(others)
        : kind < 0.01
          ? random.pick(parts)
          : kind < 0.45
            ? COMPOSED
            : random.pick(screens)
    let text = ''
    try {
      if (file === COMPOSED) {
        const composed = compose('robust/composed', random, contract)
        text = random() < 0.7 ? JSON.stringify(composed) : JSON.stringify(corrupt(composed, random, 0.01))
      } else text = corruptText(documents.get(file) ?? null, random)
      const alone = SCREEN.test(file) && random() > 0.01
      const verdict = alone ? compiler.checkScreen(file, text) : another.check(new Map([...files, [file, text]]))
      if (alone) single += 1
      else complete += 1
      const errors = verdict.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
      refused += errors.length > 0 ? 1 : 0
      const odd = verdict.diagnostics.find(
        (diagnostic) => !(diagnostic.line > 0 && diagnostic.column > 0 && /^\S.*[.!?]$/s.test(diagnostic.message)),
      )
      if (odd) faults.push(`${run}: ${odd.rule} at ${odd.line}:${odd.column} says ${JSON.stringify(odd.message)}`)
      if (errors.length === 0 && 'screen' in verdict && verdict.screen && passed.length < runs / 2)
        passed.push(verdict.screen)
    } catch (error) {
      faults.push(
        `${run}: ${file} made the compiler throw: ${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' ') : String(error)}: ${text.slice(0, 300)}`,
      )
    }
    if (run % 10_000 === 9_999) log(`${run + 1} compiled`)
  }
  if (refused < runs / 4 || passed.length < runs / 10)
    faults.push(`too few screens of a kind: ${refused} refused, ${passed.length} passed`)
  return { faults, passed, figures: { compiled: runs, alone: single, complete, refused, passed: passed.length } }
}

async function drawAll(
  real: readonly Screen[],
  composed: readonly Screen[],
  contract: Contract,
  { seed, runs, log }: Part,
): Promise<{ faults: string[]; figures: Record<string, unknown> }> {
  const faults: string[] = []
  const moods: Record<string, number> = {}
  const config = valueOf(
    contract.resolve({ $ref: './operator.json' }, 'schemas/x.json'),
    createRandom(seed),
    'plain',
  ) as Record<string, Json>
  await withDrawer(async (drawer) => {
    for (let first = 0; first < runs; first += AT_ONCE) {
      const drawings = Array.from({ length: Math.min(AT_ONCE, runs - first) }, (_, i) => {
        const random = createRandom(seed * 2_000_003 + first + i)
        return drawingOf(random.pick(random() < 0.5 && composed.length > 0 ? composed : real), random, contract)
      })
      const wrong = await drawer.draw(drawings, config)
      for (const [i, list] of wrong.entries()) {
        const { mood, screen } = drawings[i] ?? {}
        moods[mood ?? ''] = (moods[mood ?? ''] ?? 0) + 1
        for (const fault of list) faults.push(`draw ${first + i} (${mood} data in ${screen?.id}): ${fault}`)
      }
      if ((first / AT_ONCE) % 40 === 39) log(`${first + AT_ONCE} drawn`)
    }
  })
  return { faults, figures: { drawn: runs, moods } }
}
