import type { Json } from '../../src/engine/language/expressions/program.ts'
import type { ActionDef, Widget } from './contract/contract.ts'
import type { AnnotationTarget } from './contract/dialect.ts'
import type { Schema } from './contract/schema.ts'
import type { UnitRef } from './contract/unitRef.ts'
import type { ASTNode, SyntaxFault } from './infer/ast.ts'
import type { TypesOf } from './infer/describeType.ts'
import type { Binding } from './infer/scope.ts'
import type { DecimalType, Type } from './infer/types.ts'
import type { Advice } from './source/diagnostics.ts'
import type { Message } from './source/textCatalogue.ts'
import type { ExceededLimit, JsonNode, SyntaxProblem } from './source/source.ts'

/** The event has no facts but its name and its place. */
interface NoFacts {
  event?: string
}

/** Files and their limits. */
export interface SourceEvents {
  allowWithoutReason: { name: string }
  allowsError: { name: string }
  allowsNothing: { name: string }
  allowsUnknown: { name: string; rules: Iterable<string> }
  byteOrderMark: NoFacts
  duplicateMember: { name: string }
  invalidAddress: NoFacts
  /** A literal against one keyword of its schema, and the value of the keyword. */
  literalBeyondLimit: { keyword: string; limit: Json; schema: Schema }
  literalNotAllowed: { value: unknown; values: readonly string[] }
  /** A byte that is not UTF-8 is read as U+FFFD. */
  notUtf8: NoFacts
  /** A file that is not parsed. */
  refusedFile: { limit: ExceededLimit }
  routeTaken: { file: string }
  syntaxError: { problem: SyntaxProblem; text: string }
  tooManyFiles: { count: number }
  tooManyFindings: NoFacts
}

/** Schemas, calls, services and the shell. */
export interface ContractEvents {
  amountNotConfirmed: { field: string; isOfList: boolean }
  /** `name`: of the field of a payload, and of an amount that the object has beside `other`. */
  amountOfOtherField: { name: string; other: string }
  authNotBoolean: NoFacts
  callAfterSession: { call: string; by: string }
  callWithoutSession: { call: string }
  /** `name`: of the field of a payload, and of the member of the session. */
  constantOfSession: { name: string; value: string }
  contractFileNotObject: NoFacts
  emptyEnumeration: NoFacts
  endlessCondition: NoFacts
  enumNotSingle: NoFacts
  /** `names`: the properties that can name the value, by alternative. */
  fieldNotShown: { field: string; names: readonly (readonly string[])[] }
  figureNotPromised: { call: string; field: string }
  formSchemaNotObject: NoFacts
  formWithoutSchema: NoFacts
  formatOfOtherType: { format: string; type: string }
  fractionalStep: NoFacts
  invalidPropertyName: { name: string }
  keywordBesideReference: NoFacts
  keywordNotCount: { name: string }
  keywordOfOtherType: { name: string; type: string }
  listWithoutItems: NoFacts
  misplacedAnnotation: { name: string; holder: AnnotationTarget; applicable: Iterable<string> }
  moneyNotConfirmed: { call: string }
  moneySentTwice: { sent: string }
  /** A trigger that may start the call again; without a widget: entering the screen. */
  moneyStartedAgain: { call: string; trigger: string; widget: string | undefined }
  nameNotString: NoFacts
  noBranches: { name: string }
  /** `isEmpty`: the branch has no step. */
  noFailureBranch: { call: string; isEmpty: boolean }
  notArgumentName: { name: string }
  notRequired: { call: string; accessRule: string }
  openObject: NoFacts
  otherCallId: { call: string }
  promiseNotDrawn: { field: string }
  /** `isOther`: an earlier step obtains the proof for another call; `action`: a step that obtains it. */
  proofMissing: { call: string; accessRule: string; isOther: boolean; action: string }
  /** The payload of a call lacks the proof that an earlier step has obtained. */
  proofNotSent: { call: string; field: string }
  protoProperty: NoFacts
  rawPattern: NoFacts
  referenceNeedsOf: { kind: string }
  referenceOutsideOfForm: { reference: string }
  requiredNotProperty: { name: string; properties: Iterable<string> }
  requiredNotString: NoFacts
  /** `remove`: the fix, with its sentence. */
  schemaItemListedTwice: { item: string; remove: Advice }
  /** `types`: those that the keyword or annotation allows, as text. */
  schemaKeywordType: { name: string; types: string }
  schemaNotFound: { reference: string }
  schemaNotObject: NoFacts
  schemaTooDeep: NoFacts
  sentAfterSessionChange: { call: string; name: string }
  sentReadsChangedSession: { field: string; name: string }
  sentReadsFilledForm: { field: string; form: string }
  sentReadsParameter: { field: string; param: string }
  sentReadsPrice: { field: string }
  sentReadsQuery: { field: string; query: string }
  sentReadsSetState: { field: string; state: string }
  serviceFieldMissing: { service: string; call: string; field: string }
  serviceFieldRequired: { service: string; call: string; field: string }
  severalTypes: NoFacts
  shellNeedsRoute: { name: string }
  shellRouteNeedsParams: { route: string; required: readonly string[] }
  tooManyBranches: { keyword: string }
  tooManyExpandedSchemas: NoFacts
  tooManyNames: { keyword: string }
  tooManyProperties: NoFacts
  tooManySchemas: NoFacts
  unexplainedAccess: { accessRule: string; key: string; route: string }
  uniqueWithoutMaximum: NoFacts
  unitOfOtherType: NoFacts
  unknownAnnotation: { name: string; applicable: Iterable<string> }
  unknownCall: { call: string; calls: Iterable<string> }
  unknownDefinition: { name: string; definitions: Iterable<string> }
  unknownEffect: NoFacts
  unknownFormPart: { name: string; parts: Iterable<string> }
  unknownFormat: { format: string; formats: Iterable<string> }
  unknownIcon: { icon: string; icons: Iterable<string> }
  unknownMethod: NoFacts
  unknownReferenceKind: { kind: string | undefined; kinds: Iterable<string> }
  unknownReferenceMember: { kind: string; name: string; names: Iterable<string> }
  unknownRoute: { route: string; routes: Iterable<string> }
  unknownSchemaKeyword: { name: string; keywords: Iterable<string> }
  unknownSchemaType: { type: string; types: Iterable<string> }
  unknownSender: NoFacts
  unknownService: { name: string; services: Iterable<string> }
  unknownShellMember: { name: string }
  unknownText: { key: string; keys: Iterable<string> }
  /** `hint`: where no key is similar. */
  unknownTextInDocument: { key: string; keys: Iterable<string>; hint: Advice | undefined }
  unknownUnit: { unit: string; units: Iterable<string> }
  untaggedBranch: NoFacts
  /** The argument of a parameter that a part sends; `query`: what it reads, else a live price. */
  volatileArgument: { part: string; param: string; query: string | undefined }
}

/** Forms and their options. */
export interface FormEvents {
  formNeedsEnvironment: { call: string }
  formRuleWithoutCheck: NoFacts
  noAmountAllowed: { field: string }
  notNumericField: { field: string }
  notRepeated: { field: string; repetition: string }
  otherCurrency: { from: DecimalType; to: DecimalType }
  uiOptionType: { name: string; type: string | undefined }
  uiSchemaNotObject: NoFacts
  unknownFormField: { field: string; fields: Iterable<string> }
  unknownFormWidget: { value: unknown; widgets: ReadonlySet<string> }
  unknownUiOption: { name: string; known?: Iterable<string> }
  /** A name of a uiSchema that is no field of the form; `names`: those that may be meant. */
  unknownUiSchemaField: { name: string; names: Iterable<string> }
  zeroAllowed: { field: string }
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
  unknownFunction: { name: string; names: Iterable<string> }
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

/** Members and values of screens and parts. */
export interface DocumentEvents {
  /** The value of "slots" of a node. */
  slotsGiven: { slots: JsonNode }
  /** `outer`: rows without this repeater. */
  nodeRepeated: { rows: number; repeaters: number; outer: number }
  actionMissing: NoFacts
  addressRouteNeedsParams: { route: string; required: readonly string[] }
  anyStringForEnum: { from: Type; to: Type }
  branchWithoutStep: NoFacts
  closesNoSheet: NoFacts
  /** `names`: those in scope; a text that is an expression of them lacks only its "=". */
  conditionNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  /** `slot`: with nodes in the node itself and in its "slots". */
  duplicateSlot: { slot: string }
  errorShownAround: { query: string }
  /** `fault`: what the parser says of the text. */
  expressionNotParsed: { text: string; fault: SyntaxFault }
  /** `silent`: the argument that suppresses the toast. */
  failureNotSeen: { silent: string }
  fieldMayBeAbsent: { name: string }
  fieldMissing: { name: string }
  fieldNotExpected: { name: string }
  handlerWithoutStep: NoFacts
  indexNotCounted: NoFacts
  initialValueMissing: NoFacts
  intervalOutOfRange: { seconds: number }
  invalidDefault: NoFacts
  /** `meant`: the repeater that an invalid one clearly means. */
  invalidRepeater: { node: JsonNode; meant: string | undefined }
  /** `fix`: the address with a slash before it. */
  invalidRoute: { fix: Advice | undefined }
  invalidRowName: { name: string }
  keyNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  /** A keyword that has a meaning only beside another one. */
  keywordNeedsOther: { keyword: string; other: string }
  largeName: NoFacts
  letNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  literalNeeded: NoFacts
  longToolbar: { nodes: number; limit: number }
  memberMissing: { name: string }
  noMatchingAlternative: NoFacts
  /** `name`: of the keyword or slot. */
  noNodes: { name: string }
  noQueryListed: NoFacts
  notNullExpected: { to: Type }
  /** `numbers`: those of the expression; `expected`: the allowed ones. Both as text. */
  numberNeverWithin: { numbers: string; expected: string }
  numberNotAllowed: { values: readonly number[] }
  optionalStateReference: NoFacts
  otherFormat: { from: Type; to: Type }
  /** The id of a file that is not its path. */
  otherId: { kind: 'screen' | 'part'; file: string; id: string }
  /** `isInstead`: an object is written where a list is expected. */
  otherKind: { kind: string; isInstead: boolean }
  otherRootCount: { nodes: number }
  otherUnit: { from: Type; to: Type }
  /** The name of a query in a keyword of a part's node. */
  partHasNoQueries: { keyword: string; query: string; queries: Iterable<string> }
  pathWithoutEquals: { path: string; fix: Advice }
  propMissing: { widget: string; name: string }
  queryListedTwice: { query: string }
  queryNotPaged: { query: string }
  queryWithEffect: { call: string }
  redundantName: { name: string; other: string }
  repeatedId: { id: string }
  repeatedRoot: NoFacts
  repeaterNotList: { type: Type }
  /** `holder`: what needs the member, for a sentence. */
  requiredMemberMissing: { holder: string; name: string }
  routeParameterType: { types: readonly string[] }
  rowKeyIgnoresRow: { row: string }
  rowKeyMissing: { suggestion: Advice }
  /** The key of a repeated node, whose type is wrong as `mismatch` says. */
  rowKeyType: NoFacts
  rowKeyWithoutId: { row: string }
  rowsOfEmptyList: { list: string }
  runsAfterFailure: { call: string }
  sameErrorInRows: NoFacts
  /** A state or a value in a state that may be null, and the field in it that a step sets. */
  setsFieldOfNull: { outer: string; field: string }
  stateTypeMissing: { state: string }
  stateWithoutFields: { outer: string; type: Type }
  stepAfterLeaving: { action: string }
  tooManyLevels: { holder: string; depth: number }
  /** `holder`: "The screen" or "The part". */
  tooManyNodes: { holder: string; nodes: number }
  toolbarWithoutBar: { navigationBar: string }
  typeMismatch: { from: Type; to: Type }
  /** A state without a "type" whose value is an expression. */
  typeOfInitialExpressionMissing: { state: string }
  /** A field that distinguishes the objects of a union. */
  unionIndistinct: { tag: string }
  unknownAccess: { name: string; accessRules: ReadonlySet<string> }
  unknownAction: { action: string; actions: Iterable<string> }
  unknownArgument: { actionDef: ActionDef; name: string }
  unknownEvent: { widget: Widget; name: string }
  unknownFieldOfState: { field: string; outer: string; fields: Iterable<string> }
  unknownForm: { form: string; forms: Iterable<string> }
  /** `holder`: what cannot have the member, e.g. "A screen". */
  unknownMemberOfHolder: { holder: string; name: string; suggestion: Advice | undefined }
  unknownNavigationBar: { name: string; kinds: readonly string[] }
  unknownPayloadField: { name: string; fields: Iterable<string> }
  unknownPreference: { name: string; preferences: Iterable<string> }
  /** `keyword`: the keyword of nodes that the name is. */
  unknownProp: { widget: Widget; name: string; keyword: string | undefined }
  unknownProperty: { name: string; names: Iterable<string> }
  unknownQuery: { kind: 'screen' | 'part'; query: string; queries: Iterable<string> }
  /** `isParameter`: the part has the parameter, which is not declared as one that it may set. */
  unknownSettableParam: { name: string; isParameter: boolean; parameters: Iterable<string> }
  unknownSlot: { widget: Widget; name: string }
  unknownState: { state: string; states: Iterable<string> }
  unknownWidget: { name: string; widgets: Iterable<string> }
  untypedValue: { from: Type; to: Type }
  valueNotInEnum: { value: string; to: Type }
  waitingToolbar: { query: string }
}

/** Uses of parts. */
export interface PartEvents {
  /** Repeaters and rows with those around the part; `own`: those of the part. */
  partUsed: { rows: number; repeaters: number; own: { rows: number; repeaters: number } }
  actionArgumentMissing: { action: string; name: string }
  /** The same for a part that sets the state. */
  amountOfCurrencyNotGiven: { part: string; unit: string; amount: string }
  largeParameters: NoFacts
  otherStateType: { set: Type; state: Type }
  partClosesNoSheet: { part: string }
  partCycle: { part: string }
  /** A parameter that the use of a part lacks. */
  partParamMissing: { part: string; name: string }
  partWaitsTwice: { part: string; query: string }
  /** A call that requires members of "payload". */
  payloadMissing: { call: string; members: readonly string[] }
  queryOfOtherCall: { call: string; query: string; given: string }
  referenceNotQuery: { call: string; name: string; queries: Iterable<string> }
  /** The argument of a parameter that the part sets: no state of the screen, or no such parameter of the part around it. */
  referenceNotState: { kind: 'screen' | 'part'; name: string; states: Iterable<string> }
  /** A route that requires members of "params". */
  routeParamsMissing: { route: string; members: readonly string[] }
  rowWhileWaiting: { part: string; param: string; row: string }
  stateGivenTwice: NoFacts
  tooManyParts: NoFacts
  unknownPart: { part: string; parts: Iterable<string> }
  unknownPartParam: { part: string; name: string; params: Iterable<string> }
  waitingPartInToolbar: { part: string }
}

/** Order of steps, and what they send. */
export interface FlowEvents {
  /** `unit`: a state with the currency or symbol of the state `amount`. */
  amountOfCurrencyNotSet: { unit: string; amount: string }
  currencyNotGiven: { amount: DecimalType; field: string }
  /** The field is omitted: `given` is its default. */
  otherCurrencyThanDefault: { amount: DecimalType; field: string; given: UnitRef }
  /** `given`: the currency or symbol in the field. */
  otherCurrencyThanField: { amount: DecimalType; field: string; given: UnitRef }
}

/** Saved states of screens. */
export interface FixtureEvents {
  fieldsOfVisitor: NoFacts
  fixtureOfNoScreen: { id: string; screens: Iterable<string> }
  fixtureParamMissing: { name: string }
  fixtureReplyNotUsed: { name: string; used: readonly string[] }
  invalidFixtureName: { name: string }
  invalidFixtureTime: NoFacts
  kindOfVisitor: NoFacts
  noListAtPath: { path: string; call: string; lists: readonly string[] }
  /** `expected`: as text with an article. */
  otherFixtureValue: { expected: string; found: string }
  paramsWithoutRefusal: NoFacts
  refusalParamMissing: { code: string; name: string }
  twoFixtureReplies: NoFacts
  /** `owner`: the object as text; `members`: its members. */
  unknownFixtureField: { name: string; owner: string; members: readonly string[] }
  /** `holder`: the owner of the members, as text. */
  unknownFixtureMember: { name: string; holder: string; members: readonly string[] }
  unknownFixtureParam: { name: string; params: readonly string[] }
  unknownFixtureState: { name: string; states: readonly string[] }
  unknownRefusal: { code: string; call: string; codes: readonly string[] }
  unknownUserKind: { name: string; kinds: readonly string[] }
  visitorOfClosedScreen: NoFacts
}

/** What a pass finds at one place, by the name of the event, with the facts that rules need. The events of whole documents are in `rule.ts`. */
export interface FoundEvents
  extends
    SourceEvents,
    ContractEvents,
    FormEvents,
    TextEvents,
    InferenceEvents,
    DocumentEvents,
    PartEvents,
    FlowEvents,
    FixtureEvents {}

type Named<Name, Facts> = { [Member in keyof (Facts & Place)]: (Facts & Place)[Member] } & { event: Name }
interface Place {
  /** Locations before the message, the outermost first. */
  inside?: readonly Message[]
  /** Advice in place of that of the rule. */
  advice?: Advice
  /** The fix of the rule is one of several, so that it is left out. */
  isUncertain?: boolean
}

/** An event with its facts, as a pass emits it. */
export type Found = { [Name in keyof FoundEvents]: Named<Name, FoundEvents[Name]> }[keyof FoundEvents]

/** The same event, with its location before the message. */
export const within = <T extends Found>(place: Message, found: T): T => ({
  ...found,
  inside: [place, ...(found.inside ?? [])],
})
