import type { UnitRef } from '../contract/unitRef.ts'
import type { ASTNode } from '../infer/ast.ts'
import type { TypesOf } from '../infer/describeType.ts'
import type { DecimalType, Type } from '../infer/types.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import type { NoFacts } from './noFacts.ts'

/** Expressions. */
export interface InferenceEvents {
  /** A number that is added to a time, or subtracted from one. */
  addedToTime: { literal: number }
  allValuesListed: { source: string }
  argumentCount: { name: string; least: number; most: number; given: number }
  argumentMayBeNull: { name: string; key: string }
  /** `expected`: the numbers as text. */
  argumentOutOfRange: { name: string; value: number; expected: string }
  /** A method that is called as a function, or the reverse. */
  calledAsOther: { name: string; isMethod: boolean }
  /** `subject`: what should have one currency or symbol, e.g. "Both branches are". */
  comparedCurrencies: { subject: string; a: DecimalType; b: DecimalType }
  comparedUnits: { a: Type; b: Type }
  comparedWithOnlyValue: { source: string; value: string; always: boolean }
  /** `numbers`: as text. `narrowed`: by the conditions around it. */
  comparisonDecided: { source: string; numbers: string; always: boolean; narrowed: boolean }
  /** `name`: the variable of the item. */
  conditionIgnoresItem: { name: string }
  conditionNotBoolean: { type: Type }
  conditionProved: { source: string; always: boolean }
  conditionReadsNothing: NoFacts
  decimalOfOther: { type: Type }
  differentTypes: { of: TypesOf; a: Type; b: Type }
  differentUnits: { of: TypesOf; a: Type; b: Type }
  dividedByZero: NoFacts
  divisorMayBeZero: { source: string; isDecimal: boolean }
  emptyListTested: NoFacts
  fallbackNeverUsed: { source: string }
  /** `tag`: the field that distinguishes the objects of the union. */
  fieldOfSomeAlternatives: { name: string; source: string; tag: string }
  /** `formatter`: how an amount of this unit is shown. */
  formattedAsNumber: { number: string; formatter: string }
  /** `members`: examples, as they are written. */
  groupNotValue: { source: string; members: readonly string[] }
  hasTakesField: NoFacts
  inNeedsList: { type: Type }
  indexBeyondList: { list: string; most: number; index: number }
  indexType: { holder: 'list' | 'map'; type: Type }
  invalidDecimalText: { text: string }
  listCannotHold: { of: Type; item: Type }
  /** The receiver of a method such as `filter`. */
  listMethodOnOther: { method: string; source: string; type: Type }
  listNeverHas: { source: string; wrong: string; values: Iterable<string> }
  /** `form`: the form of the value, as text. */
  literalOfOtherForm: { source: string; form: string; literal: string; always: boolean }
  macroArguments: { name: string }
  macroItemNotNamed: { name: string }
  mapKeyNotText: NoFacts
  memberAlwaysThere: { source: string }
  /** Amounts of a list in which each item may have another currency. */
  mixedAmounts: NoFacts
  nameTaken: { name: string }
  negativeIndex: { index: number }
  neverNull: { source: string; always: boolean }
  /** A comparison with a value, or one of several, that an enumeration does not have. */
  neverOneOfValues: { source: string; given: readonly string[]; wrong: string; values: Iterable<string> }
  notComparable: { a: Type; b: Type; operands: readonly ASTNode[] }
  notEnumeration: { type: Type }
  notIndexable: { source: string; type: Type }
  notNegatable: { type: Type }
  /** A comparison with another value than the only one that is possible here. */
  onlyOtherValue: { source: string; only: string; wrong: string }
  /** Operands without proof of the same currency or symbol. */
  operandCurrencies: { op: string; a: DecimalType; b: DecimalType }
  operandTypes: { op: string; a: Type; b: Type; operands: readonly ASTNode[] }
  operandUnits: { op: string; a: Type; b: Type; operands: readonly ASTNode[] }
  optionalAccess: NoFacts
  /** An amount with the label of another currency, in a call of a function. */
  otherCurrencyLabel: { name: string; amount: DecimalType; label: UnitRef | undefined }
  percentageTimesHundred: NoFacts
  queryMayHaveNoData: { query: string }
  quotientTimesHundred: NoFacts
  /** `hint`: the functions that format it. */
  rawNumberArgument: { name: string; key: string; number: string; hint: Advice }
  sortKeyType: { type: Type }
  sortedByMixedMoney: { of: UnitRef }
  takesOneArgument: { name: string }
  takesWholeList: { list: string; most: number }
  textArgumentMissing: { key: string; name: string }
  /** `hint`: the function that makes a text of the value. */
  textArgumentType: {
    key: string
    name: string
    type: Type
    expected: 'a whole number' | 'a string'
    hint: Advice | undefined
  }
  textArgumentsNotMap: NoFacts
  textFunctionArguments: NoFacts
  textKeyNotLiteral: NoFacts
  textPrefixNotLiteral: NoFacts
  typeNotInferred: { source: string; why: string }
  unknownField: { name: string; source: string; type: Type; names?: Iterable<string> }
  unknownFieldOfUnion: { name: string; source: string; names: Iterable<string> }
  unknownFunction: { name: string; names: Iterable<string>; synonyms: ReadonlyMap<string, string> }
  unknownLiteral: NoFacts
  /** `title`: of the group, e.g. "state" or "field of the form "address""; `elsewhere`: a group that has the name. */
  unknownMember: { name: string; source: string; title: string; names: Iterable<string>; elsewhere?: Advice }
  /** `elsewhere`: hint for a name that is in scope elsewhere. */
  unknownName: { name: string; names: Iterable<string>; elsewhere?: Advice }
  unknownTextArgument: { key: string; name: string; names: Iterable<string> }
  /** The key of `text(…)` in an expression. */
  unknownTextInExpression: { key: string; keys: Iterable<string> }
  /** The key of `enumText(…)` for one value of the enumeration. */
  unknownTextOfValue: { key: string; value: string | number; keys: Iterable<string> }
  /** An argument of a function that takes any known type. */
  untypedArgument: { why: string }
  valueMayBeNull: { source: string }
  /** A value, as text, that is not of the expected type. */
  valueOfOtherType: { value: string; expected: Type; suggestion?: Advice }
}

/** Texts, and places that show them. */
export interface TextEvents {
  literalTextShown: { word: string; isExpression: boolean }
  localeTextNotString: NoFacts
  notListOfWords: NoFacts
  /** `of`: the function that gives the name. */
  rawCodeShown: { of: 'country' | 'language' }
  /** `number`: the shown number, as text. */
  rawNumberShown: { number: string }
  storedTextShown: { values: readonly string[] }
  unknownTextMember: { name: string }
  valueNotText: NoFacts
  wordNotString: NoFacts
}
