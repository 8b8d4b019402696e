import { isAlwaysShown } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr, Json, Node, Operation } from '../../../src/engine/language/expressions/program.ts'
import type { Signature } from '../../../src/engine/language/expressions/signature.ts'
import {
  entriesOf,
  isOperation,
  mapExpr,
  operandsOf,
  operationsOf,
  sameExpr,
  someOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import { readsTicking, type Signatures } from '../contract/functions.ts'
import { replaceLocals } from '../parts/replaceLocals.ts'

/** Facts about a value that a text may display. */
export interface ValueFacts {
  /** The values that an enumeration lists. */
  values?: readonly Json[] | undefined
  /** It can have decimals. */
  decimal?: boolean
}

type FunctionCall = Operation & readonly ['f', string, ...Expr[]]
type Choice = Operation & readonly ['?:', Expr, Expr, Expr]

/** The function that joins lists: a list with items under a condition is lowered to it. */
const JOINED = 'concat'

/** The values that texts and nodes display, by the signatures of the functions that format them. */
export class DisplayedValues {
  /** With `rounded`, amounts are included that a text rounds against the user. */
  constructor(
    private readonly signatures: Signatures,
    private readonly rounded = false,
  ) {}

  /** Values that a text expression displays on every path. */
  of(expr: Expr): Expr[] {
    if (!isOperation(expr)) return [expr]
    switch (expr[0]) {
      case 's+':
        return this.#unchangedOperands(expr).flatMap((operand) => this.of(operand))
      case 'list':
        return operandsOf(expr).flatMap((operand) => this.of(operand))
      case 'map':
        return entriesOf(expr).flatMap(([, value]) => this.of(value))
      case 't':
        return expr[2] === undefined ? [] : this.of(expr[2])
      case '?:': {
        const other = this.of(expr[3])
        return this.of(expr[2]).filter((shown) => other.some((value) => sameExpr(value, shown)))
      }
      case 'f': {
        const [, name, ...args] = expr
        if (name === JOINED) return args.flatMap((list) => this.of(list))
        const shown = this.#isFormattedNumber(expr) ? this.#shownArgument(name, args) : undefined
        return shown === undefined ? [] : [shown]
      }
      default:
        return [expr]
    }
  }

  /**
   * The values that nodes draw under no condition, each as long as it is on screen: names that "let" binds are written out. An amount that is
   * taken off is drawn with the other sign.
   */
  drawnBy(nodes: readonly Node[], bound: Readonly<Record<string, Expr>> = {}): Expr[] {
    return nodes.flatMap((node) => {
      if (!isAlwaysShown(node)) return []
      const { let: own = {}, exprs = {}, slots = {} } = node
      let names = bound
      for (const [name, expr] of Object.entries(own)) names = { ...names, [name]: replaceLocals(expr, names) }
      const drawn = Object.values(exprs).map((expr) => replaceLocals(expr, names))
      return [
        ...drawn,
        ...drawn.flatMap((expr) => this.of(expr)).flatMap((value) => [value, ...negated(value)]),
        ...Object.values(slots).flatMap((children) => this.drawnBy(children, names)),
      ]
    })
  }

  /**
   * Whether a text differs for different values: it contains the value on every path, or has a separate text for each
   * value that an enumeration lists.
   */
  isShownBy(text: Expr, value: Expr, facts: ValueFacts = {}): boolean {
    if (sameExpr(text, value)) return true
    if (!isOperation(text)) return false
    const isShown = (part: Expr): boolean => this.isShownBy(part, value, facts)
    switch (text[0]) {
      case '?:':
        return this.#isShownByChoice(text, value, facts)
      case 'map':
        return entriesOf(text).some(([, entry]) => isShown(entry))
      case 't':
        return isShown(text[2] ?? null)
      case 'f': {
        const [, name, ...args] = text
        if (name === JOINED) return args.some(isShown)
        const [, unit = -1] = this.#signatureOf(name)?.amountAndUnit ?? []
        const shown = name === 'int' && !facts.decimal ? args[0] : this.#shownArgument(name, args)
        return [shown, args[unit]].some((item) => item !== undefined && isShown(item))
      }
      case 'i/':
        return SECONDS_IN.has(text[2]) && isShown(text[1])
      case '??':
        return isShown(text[1])
      case 's+':
        return this.#unchangedOperands(text).some(isShown)
      case 'list':
        return operandsOf(text).some(isShown)
      default:
        return false
    }
  }

  /** A conditional text: each branch displays the value, except a branch in which a test has found out the value. */
  #isShownByChoice([, test, then, otherwise]: Choice, value: Expr, facts: ValueFacts): boolean {
    if (isOperation(value) && value[0] === '?:' && sameExpr(test, value[1])) {
      const [, , first, second] = value
      // Texts for two constants could be exchanged: such a value is shown by a text that is formed from it.
      if (!isOperation(first) && !isOperation(second)) return false
      return (
        (!isOperation(first) || this.isShownBy(then, first, facts)) &&
        (!isOperation(second) || this.isShownBy(otherwise, second, facts))
      )
    }
    const found = branchOfKnownValue(test, value)
    if (found === 'otherwise') return this.isShownBy(then, value, facts)
    if (found === 'then' && this.isShownBy(otherwise, value, facts)) return true
    if (this.isShownBy(then, value, facts) && this.isShownBy(otherwise, value, facts)) return true
    return facts.values !== undefined && this.#differsForEach(['?:', test, then, otherwise], value, facts.values)
  }

  #signatureOf(name: string): Signature | undefined {
    return this.signatures[name]
  }

  /** The value that a call of a function displays completely, so that its text differs for different values, or rounded as is asked for. */
  #shownArgument(name: string, args: readonly Expr[]): Expr | undefined {
    const {
      shownArgument,
      roundingArgument = -1,
      exactRoundings = [],
      cautiousRoundings = [],
    } = this.#signatureOf(name) ?? {}
    const value = shownArgument === undefined ? undefined : args[shownArgument]
    const rounding = args[roundingArgument]
    const accepted = [...exactRoundings, ...(this.rounded ? cautiousRoundings : [])]
    const isShown = rounding === undefined || accepted.includes(String(rounding))
    return value === undefined || isShown || isOwnPrecision(rounding, value) ? value : undefined
  }

  /** Whether an expression is a number as a text. */
  #isFormattedNumber(expr: Expr): boolean {
    const signature = isOperation(expr) && expr[0] === 'f' ? this.#signatureOf(expr[1]) : undefined
    return signature?.result === 'string' && /decimal|number/.test(signature.params[0] ?? '')
  }

  /** The operands of a concatenation that no literal beside them changes. */
  #unchangedOperands(text: Expr): Expr[] {
    const operands = concatenated(text)
    return operands.filter((operand, index) => {
      const [before, after] = [this.#edgesOf(operands[index - 1], 'end'), this.#edgesOf(operands[index + 1], 'start')]
      return this.#isFormattedNumber(operand)
        ? !before.some((item) => CHANGES_NUMBER_AFTER.test(item)) &&
            !after.some((item) => CHANGES_NUMBER_BEFORE.test(item))
        : !before.some((item) => CHANGES_TEXT_AFTER.test(item)) && !after.some((item) => CHANGES_TEXT_BEFORE.test(item))
    })
  }

  /** The literals that a text may start or end with; a number as a text counts as a digit. */
  #edgesOf(expr: Expr | undefined, side: 'start' | 'end'): string[] {
    if (typeof expr === 'string') return [expr]
    if (expr === undefined || !isOperation(expr)) return []
    if (expr[0] === '?:') return [...this.#edgesOf(expr[2], side), ...this.#edgesOf(expr[3], side)]
    if (expr[0] === 's+') return this.#edgesOf(concatenated(expr).at(side === 'start' ? 0 : -1), side)
    return this.#isFormattedNumber(expr) ? ['0'] : []
  }

  /** Whether a text is another one for each of these values, on every path. */
  #differsForEach(text: Expr, value: Expr, values: readonly Json[]): boolean {
    const results = values.map((other) =>
      fold(mapExpr(text, (operation) => (sameExpr(operation, value) ? (other as Expr) : undefined))),
    )
    return results.every((result, index) =>
      results.slice(index + 1).every((other) => this.#alwaysDiffers(result, other)),
    )
  }

  #alwaysDiffers(expr: Expr, other: Expr): boolean {
    if (isChoice(expr) && isChoice(other) && sameExpr(expr[1], other[1]))
      return this.#alwaysDiffers(expr[2], other[2]) && this.#alwaysDiffers(expr[3], other[3])
    if (isChoice(expr)) return this.#alwaysDiffers(expr[2], other) && this.#alwaysDiffers(expr[3], other)
    if (isChoice(other)) return this.#alwaysDiffers(expr, other[2]) && this.#alwaysDiffers(expr, other[3])
    if (!isOperation(expr) || !isOperation(other)) return expr !== other
    if (expr[0] !== other[0] || expr.length !== other.length) return true
    if (expr[0] === 'f' && other[0] === 'f') return expr[1] !== other[1] || this.#argumentsDiffer(expr, other)
    const others = operandsOf(other)
    return operandsOf(expr).some((operand, index) => this.#alwaysDiffers(operand, others[index] ?? null))
  }

  /** Whether two calls of a function differ by an argument that its result shows. */
  #argumentsDiffer([, name, ...args]: FunctionCall, [, , ...others]: FunctionCall): boolean {
    const shown = this.#signatureOf(name)?.shownArgument
    return shown !== undefined && this.#alwaysDiffers(args[shown] ?? null, others[shown] ?? null)
  }
}

/** Whether a number of decimals is the precision of the object that a value is read of. */
const isOwnPrecision = (digits: Expr, value: Expr): boolean =>
  isSelection(digits) &&
  digits[2] === 'precision' &&
  operationsOf(value).some((operation) => sameExpr(operation, digits[1]))

const concatenated = (expr: Expr): Expr[] =>
  isOperation(expr) && expr[0] === 's+' ? operandsOf(expr).flatMap(concatenated) : [expr]

// A digit, a sign or a decimal mark; a white space between can be read as a separator of thousands. Dashes with a space are of a range.
const CHANGES_NUMBER_AFTER = /[\d.,'’+\-−±]\s*$|[‐-—]$|[\p{Cc}\p{Cf}]/u
const CHANGES_NUMBER_BEFORE = /^\s*[\d.,'’%‰]|[\p{Cc}\p{Cf}]|^\W*\d/u
const CHANGES_TEXT_AFTER = /[\p{L}\d]$|[\p{Cc}\p{Cf}]/u
const CHANGES_TEXT_BEFORE = /^[\p{L}\d]|[\p{Cc}\p{Cf}]/u

const ZERO: ReadonlySet<Expr> = new Set<Expr>(['0', 0])

/** The operand of a change of sign. */
const negated = (expr: Expr): Expr[] =>
  !isOperation(expr)
    ? []
    : expr[0] === 'dneg' || expr[0] === 'neg'
      ? [expr[1]]
      : expr[0] === 'd-' && ZERO.has(expr[1])
        ? [expr[2]]
        : []

/** Seconds in a minute, an hour and a day. */
const SECONDS_IN: ReadonlySet<Expr> = new Set([60, 3600, 86_400])

/** The branch in which a test for one value has found it. */
function branchOfKnownValue(test: Expr, value: Expr): 'then' | 'otherwise' | undefined {
  if (!isOperation(test)) return undefined
  if (test[0] === '!') {
    const inner = branchOfKnownValue(test[1], value)
    return inner === undefined ? undefined : inner === 'then' ? 'otherwise' : 'then'
  }
  if (test[0] === 'has') return sameExpr(['.', test[1], test[2]], value) ? 'otherwise' : undefined
  if (test[0] !== '==' && test[0] !== '!=') return undefined
  const [operator, left, right] = test
  if (!(sameExpr(left, value) && !isOperation(right)) && !(sameExpr(right, value) && !isOperation(left)))
    return undefined
  return operator === '==' ? 'then' : 'otherwise'
}

const isChoice = (expr: Expr): expr is Choice => isOperation(expr) && expr[0] === '?:'

/** An expression with the conditionals decided whose tests are known. */
function fold(expr: Expr): Expr {
  if (!isOperation(expr)) return expr
  if (expr[0] === '?:') {
    const truth = truthOf(expr[1])
    return truth === undefined ? ['?:', expr[1], fold(expr[2]), fold(expr[3])] : fold(truth ? expr[2] : expr[3])
  }
  if (expr[0] === 'f' && expr[1] === 'enumText' && typeof expr[2] === 'string' && !isOperation(expr[3]))
    return ['t', `${expr[2]}.${String(expr[3])}`]
  return (expr as readonly Expr[]).map(fold) as readonly Expr[] as Operation
}

function truthOf(test: Expr): boolean | undefined {
  if (typeof test === 'boolean') return test
  if (!isOperation(test)) return undefined
  switch (test[0]) {
    case '!': {
      const inner = truthOf(test[1])
      return inner === undefined ? undefined : !inner
    }
    case '==':
    case '!=':
      return isOperation(test[1]) || isOperation(test[2]) ? undefined : (test[1] === test[2]) === (test[0] === '==')
    case '&&':
    case '||': {
      const [left, right] = [truthOf(test[1]), truthOf(test[2])]
      const decides = test[0] === '||'
      if (left === decides || right === decides) return decides
      return left === undefined || right === undefined ? undefined : !decides
    }
    default:
      return undefined
  }
}

/** Whether the value of an expression can differ from one press to the next: it is neither a constant nor a setting of the operator. */
export const canDiffer = (expr: Expr, signatures: Signatures): boolean =>
  readsTicking(expr, signatures) ||
  someOperation(expr, (operation) => operation[0] === 'v' || (operation[0] === '@' && operation[1] !== 'config'))

/** A property of an object. */
export type Selection = Operation & readonly ['.', Expr, string]
export const isSelection = (expr: Expr): expr is Selection => isOperation(expr) && expr[0] === '.'
