import {
  FINDING_TEXTS,
  type Message,
  type Params,
  type TextCatalogue,
} from '../../../codegen/compiler/service/index.ts'
import type { Diagnostic } from '../compiler/protocol.ts'
import { callsOf } from '../model/calls.ts'
import { nodeAt, parse } from '../model/document.ts'
import { nameOf } from '../model/fileNames.ts'
import { inLanguages, studioLanguage, type StudioLanguage } from '../model/studioLanguage.ts'
import { capital, titleOf, wordsOf } from '../model/titles.ts'
import { actionsOf, widgetsOf } from '../model/vocabulary.ts'

/** A problem as text for staff who do not know the code. */
export interface Plain {
  message: string
  /** Advice; undefined where a button beside the message does it, or where the advice would be code. */
  hint?: string | undefined
}

type Problem = Pick<Diagnostic, 'file' | 'rule' | 'code' | 'params' | 'message' | 'path' | 'advice' | 'others'> &
  Pick<Partial<Diagnostic>, 'suggestion'>
type Files = Readonly<Record<string, string>>

interface Words {
  /** The title of a property of a widget. */
  prop(widget: string, name: string): string
  action(name: string): string
  argument(action: string, name: string): string
  /** Purpose of a call, as a sentence without its full stop. */
  call(name: string): string
  /** The title of the property that the problem is in; “This” where it is in none. */
  subject: string
  /** The problem is in the condition of a node. */
  isCondition: boolean
}

/** The texts of findings for staff, by the codes of the compiler; those without a rule are texts of some cases of one. */
const TEXTS = inLanguages(FINDING_TEXTS)

type Describe = (params: Readonly<Record<string, string>>, words: Words, problem: Problem) => Message

type Titles = (given: Readonly<Record<string, string>>, words: Words) => Params

/** The text of a finding's own code, with the titles of what its parameters name. */
const text =
  (params: Titles = () => ({})): Describe =>
  (given, words, { code }) => ({ code, params: params(given, words) })

const ofCall = text(({ call = '' }, words) => ({ call: words.call(call) }))
const ofProp = text(({ widget = '', prop = '', name = prop }, words) => ({
  prop: words.prop(widget, name),
  widget: wordsOf(widget),
}))
const ofField = text(({ field = '' }) => ({ field: titleOf(field) }))
const ofName = text(({ name = '' }) => ({ name: wordsOf(name) }))
const ofValue = text(({ value = '', values, to = '' }, { subject }) => ({
  subject,
  value: value.replaceAll('"', ''),
  values: (values ?? to).replaceAll('"', ''),
}))
/** A value that is no expression. */
const noExpression: Describe = (_params, { subject, isCondition }) =>
  isCondition ? { code: 'no-condition' } : { code: 'no-value', params: { subject } }
const noWords: Describe = (_params, _words, { path }) => ({
  code: /^rules\/\d+\/message$/.test(path) ? 'rule-without-message' : 'unknown-text/noWords',
})
const noQuery: Describe = ({ query = '', name = query }) => ({ code: 'unknown-query/noQuery', params: { query: name } })

/** How staff read a finding: the text and its parameters. A finding without an entry has the text for developers. */
const DESCRIBE: Readonly<Record<string, Describe>> = {
  'missing-property/needsProp': ofProp,
  'missing-property/needsParam': text(({ part = '', name = '' }) => ({
    part,
    param: titleOf(name),
  })),
  'missing-property/needsArgument': text(({ action = '', name = '' }, words) => ({
    action: words.action(action),
    argument: words.argument(action, name),
  })),
  'missing-property/needsPayload': text(({ call = '', members = '' }, words) => ({
    call: words.call(call),
    members,
  })),
  'missing-property/needsParams': text(({ members = '' }) => ({ members })),
  'unknown-route/noRoute': ({ route = '' }) =>
    route === '' ? { code: 'empty-route' } : { code: 'unknown-route/noRoute', params: { route } },
  'empty-content/noItems': ofProp,
  'empty-content/noWords': ofProp,
  'inert-control/notHandled': ofProp,
  'empty-handler/noStep': text(),
  'empty-handler/nothingConfirmed': text(),
  'money-confirm/notConfirmed': ofCall,
  'constant-value/showsConstant': text(),
  'money-fail/noFailureBranch': ofCall,
  'money-fail/emptyFailureBranch': ofCall,
  'money-outcome/runsAfterFailure': ofCall,
  'login-needed/noSession': ofCall,
  'access-needed/notRequired': text(({ call = '', accessRule = '' }, words) => ({
    call: words.call(call),
    accessRule: wordsOf(accessRule),
  })),
  'stale-data/stale': ofCall,
  'nullable-value/mayBeNullHere': text(({ source = '' }) => ({
    source: valueWords(source),
  })),
  'unknown-text/noWords': noWords,
  'form-call/neverRead': ofField,
  'form-call/notTaken': ofField,
  'unknown-text/unknownKey': text(({ key = '' }) => ({ key })),
  'unused-text/unused': text(({ key = '' }) => ({ key })),
  'unknown-query/noQuery': noQuery,
  'unknown-name/noMemberOfKind': (params, words, problem) =>
    params.kind === 'query' ? noQuery(params, words, problem) : { code: problem.code },
  'unknown-name/noName': text(({ name = '' }) => ({ name })),
  'unknown-property/notHere': text(({ name = '' }) => ({ name })),
  'wrong-shape/conditionNotExpression': () => ({ code: 'no-condition' }),
  'expression-syntax/empty': noExpression,
  'expression-syntax/endsTooEarly': noExpression,
  'expression-syntax/notAllowed': noExpression,
  'expression-syntax/notExpression': noExpression,
  'type-mismatch/differentOperands': comparison,
  'unit-mismatch/differentOperands': comparison,
  'enum-value/literalNotAllowed': ofValue,
  'enum-value/mayNotBe': ofValue,
  'unreachable-screen/nothingLeads': text(),
  'unused-state/unusedState': ofName,
  'unused-param/unusedParam': ofName,
  'fixture-name/notUsed': text(({ name = '' }, words) => ({ call: words.call(name) })),
  'fixture-name/noParam': ofName,
  'fixture-name/noState': ofName,
  'fixture-value/otherValue': text(({ expected = '' }) => ({ expected })),
  'unknown-form/setsFormNotShown': text(({ form = '' }) => ({ form })),
  'image-alternative/noAlternative': ofProp,
  // Names keep their capitals.
  'untranslated-text/copied': (_params, _words, { code, params }) => ({ code, params }),
  'form-label/noLabel': text(({ field = '' }) => ({ field: wordsOf(field) })),
}

/** The codes that have words for staff. */
export const STAFF_CODES: readonly string[] = Object.keys(DESCRIBE)

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>='])

function comparison(
  { op = '', left = '', right = '' }: Readonly<Record<string, string>>,
  _words: Words,
  problem: Problem,
): Message {
  return COMPARISONS.has(op)
    ? { code: 'not-comparable', params: { left: capital(left), right } }
    : { code: problem.code }
}

/** An expression by its last name: “Nickname” of "session.user.nickname". */
function valueWords(source: string): string {
  const name = /^[\w.]+$/.test(source) ? source.split('.').at(-1) : undefined
  return name === undefined ? 'A value' : `“${titleOf(name)}”`
}

/** Rules of files that are no JSON. */
const BROKEN = new Set(['json-syntax'])

/** Whether a problem says that a file cannot be read at all. */
export const isBroken = ({ rule }: Pick<Diagnostic, 'rule'>): boolean => BROKEN.has(rule)

/** The parameters of a finding as texts: a list of names by their words. */
const asTexts = (params: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.map(wordsOf).join(', ') : String(value),
    ]),
  )

/** Advice that needs no knowledge of the code. */
const adviceOf = ({ advice, suggestion }: Problem): string | undefined =>
  advice?.every(({ code }) => !code.startsWith('code/') && !code.endsWith('.code')) === true ? suggestion : undefined

/** A finding as staff read it. The compiler's own text is shown in the code. */
export function plainProblem(
  problem: Problem,
  {
    published,
    files = published,
    language = studioLanguage(),
  }: { published: Files; files?: Files; language?: StudioLanguage },
): Plain {
  const texts = TEXTS[language]
  const { code, params, message, file, others } = problem
  if (isBroken(problem))
    return plainOf(texts, { code: 'broken-file', params: { name: nameOf(file), message } }, undefined)
  const words = { ...wordsIn(published), ...whereIn(problem, files, published) }
  const described = code.startsWith('invalid-literal/')
    ? { code, params: { ...params, subject: words.subject } }
    : DESCRIBE[code]?.(asTexts(params), words, problem)
  if (!described || !texts.has(described.code)) return { message, hint: adviceOf(problem) }
  const plain = plainOf(texts, described, code.startsWith('invalid-literal/') ? adviceOf(problem) : undefined)
  return others === undefined
    ? plain
    : { ...plain, message: `${plain.message.replace(/\.$/, '')}${othersOf(texts, others)}` }
}

const plainOf = ({ has, textOf }: TextCatalogue, { code, params }: Message, advice: string | undefined): Plain => ({
  message: textOf({ code, ...(params && { params }) }),
  hint: has(`${code}.advice`) ? textOf({ code: `${code}.advice`, ...(params && { params }) }) : advice,
})

/** The findings that are joined with one, their names in the quotes of staff. */
const othersOf = ({ textOf }: TextCatalogue, { code, params = {} }: Message): string =>
  textOf({ code, params: { ...params, subjects: String(params.subjects ?? '').replaceAll(/"([^"]*)"/g, '“$1”') } })

/** The label of the button of a fix. */
export function fixLabel({ code, params, title }: NonNullable<Diagnostic['fix']>): string {
  const { has, textOf } = TEXTS[studioLanguage()]
  return has(code) ? textOf({ code, ...(params && { params }) }) : title
}

/** The location of a problem: a property of a node by its title. */
function whereIn(
  { file, path }: Pick<Problem, 'file' | 'path'>,
  files: Files,
  published: Files,
): Pick<Words, 'subject' | 'isCondition'> {
  const [, node, name] = /^(.*)\/props\/(\w+)/.exec(path) ?? []
  const isCondition = path.endsWith('/visible')
  if (node === undefined || name === undefined) return { subject: 'This', isCondition }
  const widget: unknown = nodeAt(parse(files[file] ?? ''), `${node}/widget`)?.value
  const schema = widgetsOf(published).get(String(widget))?.props.properties?.[name]
  return { subject: `“${titleOf(name, schema)}”`, isCondition }
}

const wordsIn = (published: Files): Omit<Words, keyof ReturnType<typeof whereIn>> => ({
  prop: (widget, name) => titleOf(name, widgetsOf(published).get(widget)?.props.properties?.[name]),
  action: (name) => actionsOf(published).get(name)?.title ?? wordsOf(name),
  argument: (action, name) => titleOf(name, actionsOf(published).get(action)?.args.properties?.[name]),
  call: (name) => callsOf(published).get(name)?.sentence ?? name,
})
