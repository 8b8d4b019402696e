import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { applyEdits, getLocation, getNodeValue, modify } from 'jsonc-parser'
import { sameWordsFile } from '../../../codegen/compiler/service/index.ts'
import type { Diagnostic } from '../compiler/protocol.ts'
import {
  insertSource,
  itemOf,
  lineStarts,
  memberPlace,
  nodeAt,
  parse,
  parsed,
  removeAt,
  setValue,
  type Place,
} from '../model/document.ts'
import { languageName, languageOf } from '../model/fileNames.ts'
import { enclosingNode, outlineOf } from '../outline/nodes.ts'
import { addStep } from '../steps/steps.ts'
import type { Sources } from './display.ts'
import { enclosingForm } from './enclosingForm.ts'
import { checkOf, withGuards } from './guards.ts'
import { confirmStep, type NodeJson } from './nodes.ts'
import { screenOf, withAccess } from './queries.ts'

/** Quick fix: corrects a problem at one press, where the contract contains everything that is needed. */
export interface QuickFix {
  title: string
  text: string
  /** The file that gets the text, where it is not that of the problem. */
  file?: string
}

interface StepValue {
  action?: string
  call?: string
  payload?: NodeJson
  onSuccess?: readonly { action?: string; calls?: readonly unknown[] }[]
}

/** The step that a problem is in. */
function stepAt(text: string, place: Place): { place: Place; value: StepValue } | undefined {
  const root = parse(text)
  const path = place.split('/')
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length).join('/')
    const node = nodeAt(root, at)
    const value: unknown = node?.type === 'object' ? getNodeValue(node) : undefined
    if (typeof value === 'object' && value !== null && 'action' in value)
      return { place: at, value: value as StepValue }
  }
  return undefined
}

type Find = (problem: Diagnostic, text: string, sources: Sources) => QuickFix | undefined

const QUICK_FIXES: Readonly<Record<string, Find>> = {
  'login-needed': (_problem, text) => ({
    title: 'Only for users who are logged in',
    text: withAccess(text, ['login']).text,
  }),
  'access-needed': needsAccess,
  'money-confirm': asksBefore,
  'money-fail': readsAgain,
  'stale-data': fetchesAgain,
  'unawaited-query': waits,
  'nullable-value': showsWhereThere,
  'unknown-name': removesWhatWaits,
  'unknown-query': removesWhatWaits,
  'wrong-shape': removesCondition,
  'expression-syntax': removesCondition,
  'type-mismatch': unquotesAmount,
}

/** The quick fix of a problem of a screen; undefined where it is for the author to decide. */
export function quickFixOf(problem: Diagnostic, text: string, sources: Sources): QuickFix | undefined {
  if (problem.file.startsWith('fixtures/screens/')) return removesFromState(problem, text)
  if (problem.code === 'untranslated-text/copied') return keepsWords(problem, sources)
  if (!/^screens\/(?!shell|parts\/)/.test(problem.file) || !Object.hasOwn(QUICK_FIXES, problem.rule)) return undefined
  const fix = QUICK_FIXES[problem.rule]?.(problem, text, sources)
  return fix && fix.text !== text ? fix : undefined
}

/** Without the member of a saved state that a problem is in: a name that the screen no longer has, or a value that does not fit. */
function removesFromState(problem: Diagnostic, text: string): QuickFix | undefined {
  const { path } = getLocation(text, rangeOf(problem, text)[0] + 1)
  return path.length > 1
    ? { title: 'Remove it from the saved state', text: applyEdits(text, modify(text, path, undefined, {})) }
    : undefined
}

/** Adds the words of a translation to those that its language has in common with English. */
function keepsWords({ file, params: { words } }: Diagnostic, { files }: Sources): QuickFix | undefined {
  const language = languageOf(file)
  if (language === undefined || typeof words !== 'object') return undefined
  const common = sameWordsFile(language)
  const known = parsed(files[common] ?? '[]')
  const all = [...new Set([...(Array.isArray(known) ? (known as string[]) : []), ...words])].toSorted()
  return {
    title: `${words.join(', ')}: the same in ${languageName(language)}`,
    file: common,
    text: `[${all.map((word) => JSON.stringify(word)).join(', ')}]\n`,
  }
}

function needsAccess({ path }: Diagnostic, text: string, { calls }: Sources): QuickFix | undefined {
  const node = nodeAt(parse(text), path)
  const rules = calls.get(node?.type === 'string' ? String(node.value) : '')?.needs ?? []
  return rules.length === 0
    ? undefined
    : { title: 'Only for users who may do this', text: withAccess(text, ['login', ...rules]).text }
}

/** Asks before money moves. */
function asksBefore({ path }: Diagnostic, text: string, sources: Sources): QuickFix | undefined {
  const step = stepAt(text, path)
  const call = sources.calls.get(step?.value.call ?? '')
  const item = step && itemOf(step.place)
  if (!step || !call || !item) return undefined
  const { title } = screenOf(text)
  const label = buttonOf(text, step.place) ?? (typeof title === 'string' ? title : undefined)
  if (label === undefined) return undefined
  const confirm = confirmStep(call, step.value.payload ?? {}, label, sources)
  return (
    confirm && {
      title: 'Ask the user before it',
      text: insertSource(text, item.list, item.index, JSON.stringify(confirm, null, 2)),
    }
  )
}

/** The words on the button whose press runs a step. */
function buttonOf(text: string, place: Place): string | undefined {
  const [holder = ''] = place.split('/on/')
  const node = nodeAt(parse(text), `${holder}/props`)
  const props = (node ? getNodeValue(node) : {}) as Record<string, unknown>
  const label = enclosingForm(text, place) === undefined ? props.label : props.submitLabel
  return typeof label === 'string' && !label.startsWith('=') ? label : undefined
}

/** The node whose properties a problem is in; undefined in steps, which wait for nothing. */
function nodeOf(text: string, path: Place): Place | undefined {
  const node = enclosingNode(text, path)
  return node === '' || path.slice(node.length).startsWith('/on/') ? undefined : node
}

/** The offsets between which a problem is. */
function rangeOf({ line, column, endLine, endColumn }: Diagnostic, text: string): [start: number, end: number] {
  const starts = lineStarts(text)
  const offset = (at: number, from: number): number => (starts[at - 1] ?? 0) + from - 1
  return [offset(line, column), offset(endLine, endColumn)]
}

/** The expression that a problem is about, without "=" and quotes. */
const sourceOf = (problem: Diagnostic, text: string): string =>
  text.slice(...rangeOf(problem, text)).replace(/^"=?|"$/g, '')

/** A value that can be compared with null: names and members, and the first item of a list at its end. */
const VALUE = /^[\w.]+(\[0\])?$/

function waits(problem: Diagnostic, text: string): QuickFix | undefined {
  const query = sourceOf(problem, text)
  const node = nodeOf(text, problem.path)
  return node === undefined || !/^\w+$/.test(query)
    ? undefined
    : { title: 'Wait for the data', text: withGuards(text, node, { queries: [query], checks: [] }) }
}

function showsWhereThere(problem: Diagnostic, text: string): QuickFix | undefined {
  const value = sourceOf(problem, text)
  const node = nodeOf(text, problem.path)
  return node === undefined || problem.path === memberPlace(node, 'visible') || !VALUE.test(value)
    ? undefined
    : { title: 'Show it only if there is one', text: withGuards(text, node, { queries: [], checks: [checkOf(value)] }) }
}

/** Without the nodes that wait for data which the screen no longer has. */
function removesWhatWaits({ code, params }: Diagnostic, text: string): QuickFix | undefined {
  const query =
    code === 'unknown-query/noQuery'
      ? params.query
      : code === 'unknown-name/noMemberOfKind' && params.kind === 'query'
        ? params.name
        : undefined
  if (query === undefined) return undefined
  const root = parse(text)
  const waiting = outlineOf(text).filter(
    ({ kind, place }) => kind === 'node' && nodeAt(root, memberPlace(place, NODE_TRAITS.awaits))?.value === query,
  )
  // The nodes in a node are deleted with it. The deletion begins at the end, so that the other paths remain valid.
  const outer = waiting.filter(({ place }) => !waiting.some((other) => place.startsWith(`${other.place}/`)))
  return {
    title: 'Delete what shows it',
    text: outer.toReversed().reduce((rest, { place }) => removeAt(rest, place), text),
  }
}

/** Without what was typed as the condition of a node, so that it can be built. */
function removesCondition({ path }: Diagnostic, text: string): QuickFix | undefined {
  return path.endsWith('/visible') && nodeOf(text, path) !== undefined
    ? { title: 'Remove the condition', text: setValue(text, path, undefined) }
    : undefined
}

/** A number in quotes that an amount is compared with, as a decimal. */
function unquotesAmount(problem: Diagnostic, text: string): QuickFix | undefined {
  const quoted = problem.advice?.find(({ code }) => code === 'advice/decimalOf')?.params?.value
  const digits = quoted === undefined ? undefined : String(quoted)
  const [start, end] = rangeOf(problem, text)
  const [before, after, ...others] = text.slice(start, end).split(`'${digits ?? ''}'`)
  return digits === undefined || before === undefined || after === undefined || others.length > 0
    ? undefined
    : {
        title: `Write ${digits} as an amount`,
        text: `${text.slice(0, start)}${before}decimal('${digits}')${after}${text.slice(end)}`,
      }
}

/** After a failure it is unknown what has been done: what the call may have changed is fetched again. */
function readsAgain({ path }: Diagnostic, text: string, { calls }: Sources): QuickFix | undefined {
  const step = stepAt(text, path)
  const changes = calls.get(step?.value.call ?? '')?.changes ?? []
  return step && changes.length > 0
    ? {
        title: 'Fetch again what it may have changed',
        text: setValue(text, `${step.place}/onError`, [{ action: 'invalidate', calls: [...changes] }]),
      }
    : undefined
}

/** Fetches all that the call has changed; an invalidation that is there gets what it lacks. */
function fetchesAgain({ path }: Diagnostic, text: string, { calls }: Sources): QuickFix | undefined {
  const step = stepAt(text, path)
  const changes = calls.get(step?.value.call ?? '')?.changes ?? []
  if (!step || changes.length === 0) return undefined
  const title = 'Fetch again what it changes'
  const index = step.value.onSuccess?.findIndex(({ action }) => action === 'invalidate') ?? -1
  const there = step.value.onSuccess?.[index]?.calls ?? []
  return {
    title,
    text:
      index >= 0
        ? setValue(text, `${step.place}/onSuccess/${index}/calls`, [...new Set([...there, ...changes])])
        : addStep(text, `${step.place}/onSuccess`, { action: 'invalidate', calls: [...changes] }).text,
  }
}
