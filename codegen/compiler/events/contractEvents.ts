import type { AnnotationTarget } from '../contract/dialect.ts'
import type { DecimalType } from '../infer/types.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import type { NoFacts } from './noFacts.ts'

/** Schemas, calls, services and the shell. */
export interface ContractEvents {
  amountNotConfirmed: { field: string; isOfList: boolean }
  /** `name`: of the field of a payload, and of an amount that the object has beside `other`. */
  amountOfOtherField: { name: string; other: string }
  authNotBoolean: NoFacts
  callAfterSession: { call: string; by: string }
  callWithoutSession: { call: string; condition: 'visible' | 'enabled' }
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
