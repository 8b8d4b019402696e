/**
 * The lowered form of a screen: what the compiler writes and the renderer runs.
 * Everything here is plain JSON, so a screen travels as one content-hashed file.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * A lowered expression. A literal evaluates to itself; an operation is an array whose first item names it.
 * Overloads are resolved by the compiler, so an operator here works on one kind of operand only.
 */
export type Expr = null | boolean | number | string | Operation

/** An operation with its operands. Operands that are no expressions are names: `string` and Root. */
export type Operation =
  /** A local: each item, part parameter, branch result, lambda parameter. */
  | readonly ['v', name: string]
  /** A tracked read of the environment. */
  | readonly ['@', root: Root, name: string]
  /** Selection: the compiler has proved that the field exists and that the object is not null. */
  | readonly ['.', object: Expr, field: string]
  | readonly ['[]', from: Expr, key: Expr]
  /** The field is present and not null. */
  | readonly ['has', object: Expr, field: string]
  /** Only one branch is evaluated. */
  | readonly ['?:', condition: Expr, then: Expr, otherwise: Expr]
  /** The right operand is evaluated if the left one does not decide. */
  | readonly ['&&' | '||', left: Expr, right: Expr]
  | readonly ['!', operand: Expr]
  /** The left operand unless it is null or absent, else the right one (CEL: a.orValue(b)). */
  | readonly ['??', left: Expr, right: Expr]
  | readonly [BinaryOperator, left: Expr, right: Expr]
  | readonly ['neg' | 'dneg', operand: Expr]
  /** Whether the list contains the item. */
  | readonly ['in', item: Expr, list: Expr]
  | readonly ['list', ...Expr[]]
  /** Keys and values in turn. */
  | readonly ['map', ...Expr[]]
  /** Binds `param` to each item of the list; `sortBy` is stable and ascending. */
  | readonly [Macro, list: Expr, param: string, body: Expr]
  /** A text of the locale with its arguments, which are a `map`. */
  | readonly ['t', key: string, args?: Expr]
  /** A function of the registry in language/expressions/functions.ts. */
  | readonly ['f', name: string, ...Expr[]]

export type BinaryOperator =
  /** Scalars and null; d-forms: decimals. */
  | Prefixed<'' | 'd', '==' | '!='>
  /** Numbers or strings; d-forms: decimals. */
  | Prefixed<'' | 'd', '<' | '<=' | '>' | '>='>
  /** Numbers; i-forms: whole numbers, an error beyond 53 bits, and the quotient is truncated; d-forms: decimals. */
  | Prefixed<'' | 'i' | 'd', '+' | '-' | '*' | '/'>
  | '%'
  /** Strings. */
  | 's+'
type Prefixed<Prefix extends string, Operator extends string> = `${Prefix}${Operator}`

/** Operations that evaluate an expression for each item of a list, which they bind to a local. */
export const MACROS = ['all', 'exists', 'filter', 'map_', 'sortBy'] as const
export type Macro = (typeof MACROS)[number]

/** state: the screen's own; params: of its route; data: a query's value; queries: a query's {stale, refreshing, updatedAt, hasMore};
 * forms: the current values of a form; session: user and login; preferences: theme, lang and those of schemas/preferences.json; device: country, install, language, liveStale, timeZone, unresolvedPayments; config: the operator's */
export type Root = 'state' | 'params' | 'data' | 'queries' | 'forms' | 'session' | 'preferences' | 'device' | 'config'

/**
 * Evaluated in this order: waitFor (until the query has data, nothing below is evaluated), each (once per row from here), let, visible, the
 * rest. Without `each` and `let`, a `visible` that reads no data is evaluated first.
 */
export interface Node {
  widget: string
  /** Props known at compile time. */
  props?: Record<string, Json>
  /** Props to evaluate, complete values (nested literals become ["list"] and ["map"]). */
  exprs?: Record<string, Expr>
  /** Slot name to nodes; the default slot is "children". */
  slots?: Record<string, Node[]>
  on?: Record<string, Step[]>
  visible?: Expr
  each?: { as: string; index?: string; in: Expr; key: Expr }
  /** The query that this node and its descendants wait for. */
  waitFor?: string
  /** Placeholder until the query has data, instead of the query's own. */
  loading?: Node[]
  /** Queries that the node reads without waiting: their error is shown after the node. */
  showErrorOf?: string[]
  /** Part parameters: names bound to expressions of the outer scope (the row included); the node's own `visible` sees them. */
  let?: Record<string, Expr>
  fallback?: Node
  /** The node's path in its source, e.g. "body/2/children/0": for error cards and logs. */
  sourcePath: string
}

export interface Step {
  action: string
  args?: Record<string, Json>
  exprs?: Record<string, Expr>
  /** Branch name (onSuccess, onError, then, else …) to steps. */
  branches?: Record<string, Step[]>
  /** Branch name to the variable that contains the outcome's value in its steps (`branches.<name>.as` of the action's schema). */
  as?: Record<string, string>
  /** Nodes an action shows (the sheet action's body). */
  slots?: Record<string, Node[]>
  sourcePath: string
}

export interface Query {
  call: string
  payload?: Expr
  /** Fetch only while this is true. */
  enabled?: Expr
  emptyWhen?: Expr
  /** Seconds between refetches in the background. */
  refreshSeconds?: number
  /** Milliseconds for which the payload is unchanged before it is sent again. */
  debounceMs?: number
  placeholders?: { loading?: Node[]; error?: Node[]; empty?: Node[] }
}

/** A schema of the project's draft-07 subset with $refs resolved and prose removed: read by language/forms/validate.ts. */
export type Shape = { [keyword: string]: Json }

export interface CallDef {
  method: 'GET' | 'POST'
  auth: boolean
  effect: 'read' | 'write' | 'session' | 'money'
  /** Access rules that the call required when the screen was compiled; absent without any. */
  needs?: readonly string[]
  /** The call required a step-up proof when the screen was compiled. */
  stepUp?: true
  data: Shape
  /** Set when the call returns one page of a longer list. */
  paging?: Paging
}

/** Names of fields of a call that returns one page of a longer list. */
export interface Paging {
  /** Of the payload: which page. */
  page: string
  /** Of the data: the rows, and the value of `page` for the next page. */
  items: string
  next: string
  /** Of a row: its identity within the list. Absent: rows have none. */
  key?: string
  /** Of the payload: the cursor of the page before, by which the next page starts after its last row. */
  after?: string
  /** Of the data: the cursor of the page. */
  cursor?: string
  /** Paging is backward from the latest, which is requested without `page`; items of later pages precede those of earlier ones. */
  back?: true
}

export interface FormRule {
  /** True when the values are valid. Each top-level property is a local with its own name: ["v", property]. */
  check: Expr
  /** Path of the field that shows the message: "amount", "address.city". */
  field: string
  /** Locale key of the message. */
  message: string
}

/** A form in the format of react-jsonschema-form, with rules between its fields. Titles, descriptions and other texts are locale keys. */
export interface FormDef {
  /** JSON Schema, draft-07, without annotations: the validators are compiled from exactly this. */
  schema: Shape
  /** RJSF's uiSchema. */
  uiSchema: Readonly<Record<string, Json>>
  rules: FormRule[]
  /** Kinds of fields that may load after the form is rendered: its screen does not wait for them. */
  deferred?: string[]
  /** SHA-256 of the module of compiled validators, 64 hexadecimal digits: it is at <base>/<hash>.js. */
  validator?: string
}

/** A parameter of a route; the URL's value is used only if it has this type and format and is one of these values. */
export interface ParamDef {
  type: 'string' | 'integer' | 'boolean'
  format?: string
  enum?: Json[]
  default?: Json
  required?: boolean
}

export interface Screen {
  id: string
  route: string
  title: Expr
  navigationBar: 'default' | 'custom' | 'none'
  /** Nodes at the end of the app bar. They are shown while data loads, so they wait for none. */
  toolbar?: Node[]
  access: string[]
  params: Record<string, ParamDef>
  state: Record<string, Json>
  /** Initial values that depend on the URL, evaluated once when the screen is entered; `state` contains those of a URL without parameters. */
  initialExprs?: Record<string, Expr>
  /** The types of states whose initial value does not determine them. */
  stateShapes?: Record<string, Shape>
  queries: Record<string, Query>
  onShow: Step[]
  body: Node[]
  /** Everything the screen uses, by name, so that a client can check in advance whether it can render it. */
  requires: { widgets: string[]; actions: string[]; functions: string[]; fields?: string[]; deferred?: string[] }
  calls: Record<string, CallDef>
  forms: Record<string, FormDef>
}

/** The nodes of a screen: at the end of the app bar, and in its body. */
export const nodesOf = ({ toolbar = [], body }: Pick<Screen, 'toolbar' | 'body'>): readonly Node[] => [
  ...toolbar,
  ...body,
]

export interface ManifestScreen {
  id: string
  /** Content hash: the screen is at <base>/<hash>.json. */
  hash: string
  access: string[]
  navigationBar: Screen['navigationBar']
  requires: Screen['requires']
  /** The modules of its forms' validators, in order and each once: <base>/<hash>.js, by all 64 digits of the SHA-256. */
  validators?: string[]
}

export interface Manifest {
  /** Hash over everything below. */
  revision: string
  /** Route to screen. */
  routes: Record<string, ManifestScreen>
  /** Language to content hash of its texts at <base>/<hash>.json. */
  locales: Record<string, string>
  shell: Shell
  /** Calls that the shell itself makes. */
  calls: Record<string, CallDef>
}

export interface Shell {
  tabs: { route: string; label: string; icon: string }[]
  home: string
  /** The screen of an address without a route; Home where there is none. */
  entry?: string
  login: string
  notFound: string
  /** The screen that frames a permitted site, by its parameter `url`. */
  webview?: string
  /** The screen where the payment password is set another time. */
  payPasswordReset?: string
}

export const LIMITS = { depth: 32, nodes: 2000, toolbar: 3, bytes: 256 * 1024 } as const
