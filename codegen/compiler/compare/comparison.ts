import type { CheckedScreen } from '../compiledScreen.ts'
import type { Checked } from '../project.ts'
import type { Diagnostic } from '../source/findings/diagnostics.ts'
import type { Files } from '../source/source.ts'
import { SERVICES_FILE } from '../source/folders.ts'
import { CONTRACT_FILES } from '../contract/readContract.ts'
import { contractChanges } from './contractChanges.ts'
import { describeChange, snapshotOfProject } from './describe.ts'
import type { Change } from './change.ts'
import type { CatalogueSnapshot } from './snapshot.ts'
import { failuresOf, missingOnClients } from './releasedScreens.ts'

/** A contract change with the current screens that use the changed item. */
export interface ContractDifference {
  kind: string
  name: string
  details: string[]
  /** Current screens; `compiles`: against the other contract. */
  screens: { file: string; route: string; compiles: boolean }[]
}

/** Result of comparing the current project with a baseline. */
export interface Comparison {
  /** Differences, as text. */
  changes: Change[]
  contract: ContractDifference[]
  /** Findings in current screens that occur only with the other contract. */
  todayWithOther: Diagnostic[]
  /** Findings in the other side's screens that occur only with the current contract. */
  otherWithToday: Diagnostic[]
  /** Published screens, as lowered, with a current server. */
  released: { route: string; failures: string[] }[]
  /** Missing capabilities of each released client, per current screen. */
  clients: { route: string; lacks: { release: string; lacks: string[] }[] }[]
}

export type Check = (files: Files) => Checked

/** Compares the current project with the files of another. */
export function compareWithProject(today: Files, other: Files, check: Check): Comparison {
  const [current, baseline] = [check(today), check(other)]
  const todayWithOther = errorsOnlyIn(check(withContractOf(today, other)), current)
  const otherWithToday = errorsOnlyIn(check(withContractOf(other, today)), baseline)
  const broken = new Set(todayWithOther.map((diagnostic) => diagnostic.file))
  return {
    changes: describeChange(snapshotOfProject(baseline), snapshotOfProject(current)),
    contract: contractChanges(baseline.contract, current.contract).map(({ kind, name, details, usedBy }) => ({
      kind,
      name,
      details,
      screens: current.screens.filter(usedBy).map(({ file, route, used }: CheckedScreen) => ({
        file,
        route,
        compiles: !broken.has(file) && ![...used.parts].some((part) => broken.has(`screens/parts/${part}.json`)),
      })),
    })),
    todayWithOther,
    otherWithToday,
    released: releasedFailures(snapshotOfProject(baseline), current),
    clients: clientGaps(current),
  }
}

/** Compares the current project with a published catalogue. Only data in lowered screens can be compared. */
export function compareWithCatalogue(today: Files, live: CatalogueSnapshot, check: Check): Comparison {
  const current = check(today)
  return {
    changes: describeChange(live, snapshotOfProject(current)),
    contract: [],
    todayWithOther: [],
    otherWithToday: [],
    released: releasedFailures(live, current),
    clients: clientGaps(current),
  }
}

/** Whether the change breaks a screen or a released screen. */
export const isBreaking = ({ todayWithOther, otherWithToday, released }: Comparison): boolean =>
  todayWithOther.length + otherWithToday.length + released.length > 0

const isContract = (file: string): boolean =>
  CONTRACT_FILES.test(file) || file === 'src/app/shell.json' || file === SERVICES_FILE

/** The screens of one with the contract of another. */
function withContractOf(screens: Files, contract: Files): Files {
  return new Map([
    ...[...screens].filter(([file]) => !isContract(file)),
    ...[...contract].filter(([file]) => isContract(file)),
  ])
}

/** Errors in screens that are not in `alone`. Both sides have the same screen files, so positions are equal. */
function errorsOnlyIn(together: Checked, alone: Checked): Diagnostic[] {
  const key = ({ rule, file, line, column, message }: Diagnostic): string =>
    `${rule} ${file}:${line}:${column} ${message}`
  const known = new Set(alone.diagnostics.map(key))
  return together.diagnostics.filter(
    (diagnostic) =>
      diagnostic.severity === 'error' && diagnostic.file.startsWith('screens/') && !known.has(key(diagnostic)),
  )
}

function releasedFailures({ screens }: CatalogueSnapshot, { contract }: Checked): Comparison['released'] {
  return [...screens.values()].flatMap((screen) => {
    const failures = failuresOf(screen, contract).map((failure) => failure.sentence)
    return failures.length > 0 ? [{ route: screen.route, failures }] : []
  })
}

const clientGaps = ({ screens, clients }: Checked): Comparison['clients'] =>
  screens.flatMap(({ screen }) =>
    screen ? [{ route: screen.route, lacks: missingOnClients(screen.requires, clients) }] : [],
  )
