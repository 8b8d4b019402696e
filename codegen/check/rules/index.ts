// Made by codegen/generate/rules.ts of the files beside this one.
import type { Rule } from '../../compile/diagnostics.ts'
import accessLoop from './access-loop.ts'
import accessNeeded from './access-needed.ts'
import accessOrder from './access-order.ts'
import accessScreen from './access-screen.ts'
import accessibleName from './accessible-name.ts'
import capabilityVersion from './capability-version.ts'
import colorOnly from './color-only.ts'
import conditionalQuery from './conditional-query.ts'
import constantCondition from './constant-condition.ts'
import contractShape from './contract-shape.ts'
import contrast from './contrast.ts'
import currencyMismatch from './currency-mismatch.ts'
import deadEnd from './dead-end.ts'
import divisionByZero from './division-by-zero.ts'
import duplicateKey from './duplicate-key.ts'
import duplicateName from './duplicate-name.ts'
import duplicateRoute from './duplicate-route.ts'
import emptyHandler from './empty-handler.ts'
import emptyList from './empty-list.ts'
import enumValue from './enum-value.ts'
import expressionSyntax from './expression-syntax.ts'
import formLabel from './form-label.ts'
import formatMismatch from './format-mismatch.ts'
import functionArguments from './function-arguments.ts'
import hardCodedText from './hard-coded-text.ts'
import headingOrder from './heading-order.ts'
import ignoredFailure from './ignored-failure.ts'
import imageAlternative from './image-alternative.ts'
import invalidLiteral from './invalid-literal.ts'
import jsonSyntax from './json-syntax.ts'
import limits from './limits.ts'
import literalNeeded from './literal-needed.ts'
import liveHeading from './live-heading.ts'
import liveRegion from './live-region.ts'
import loginNeeded from './login-needed.ts'
import longExpression from './long-expression.ts'
import markupInText from './markup-in-text.ts'
import missingCurrency from './missing-currency.ts'
import missingProperty from './missing-property.ts'
import missingRowKey from './missing-row-key.ts'
import missingTranslation from './missing-translation.ts'
import moneyAmount from './money-amount.ts'
import moneyConfirm from './money-confirm.ts'
import moneyContract from './money-contract.ts'
import moneyFail from './money-fail.ts'
import moneyOutcome from './money-outcome.ts'
import moneyRepeat from './money-repeat.ts'
import moneyStale from './money-stale.ts'
import moneyTrigger from './money-trigger.ts'
import navigationParams from './navigation-params.ts'
import nestedInteractive from './nested-interactive.ts'
import noSheet from './no-sheet.ts'
import nullableValue from './nullable-value.ts'
import partCycle from './part-cycle.ts'
import partRoot from './part-root.ts'
import pluralForms from './plural-forms.ts'
import proofNeeded from './proof-needed.ts'
import queryCycle from './query-cycle.ts'
import queryEffect from './query-effect.ts'
import queryError from './query-error.ts'
import rawNumber from './raw-number.ts'
import rawPattern from './raw-pattern.ts'
import referenceParameter from './reference-parameter.ts'
import repeatSyntax from './repeat-syntax.ts'
import schemaDialect from './schema-dialect.ts'
import secretLeak from './secret-leak.ts'
import selfNavigation from './self-navigation.ts'
import shadowedName from './shadowed-name.ts'
import showLoop from './show-loop.ts'
import singleAutofocus from './single-autofocus.ts'
import stuckSheet from './stuck-sheet.ts'
import targetSize from './target-size.ts'
import textArguments from './text-arguments.ts'
import textEdges from './text-edges.ts'
import textTooLong from './text-too-long.ts'
import titleMissing from './title-missing.ts'
import toolbar from './toolbar.ts'
import translationArguments from './translation-arguments.ts'
import typeMismatch from './type-mismatch.ts'
import unawaitedQuery from './unawaited-query.ts'
import unboundedArray from './unbounded-array.ts'
import unboundedText from './unbounded-text.ts'
import unitMismatch from './unit-mismatch.ts'
import unknownAccess from './unknown-access.ts'
import unknownAction from './unknown-action.ts'
import unknownAnnotation from './unknown-annotation.ts'
import unknownArgument from './unknown-argument.ts'
import unknownCall from './unknown-call.ts'
import unknownEvent from './unknown-event.ts'
import unknownField from './unknown-field.ts'
import unknownForm from './unknown-form.ts'
import unknownFunction from './unknown-function.ts'
import unknownIcon from './unknown-icon.ts'
import unknownName from './unknown-name.ts'
import unknownPart from './unknown-part.ts'
import unknownProp from './unknown-prop.ts'
import unknownProperty from './unknown-property.ts'
import unknownQuery from './unknown-query.ts'
import unknownRoute from './unknown-route.ts'
import unknownSlot from './unknown-slot.ts'
import unknownState from './unknown-state.ts'
import unknownText from './unknown-text.ts'
import unknownWidget from './unknown-widget.ts'
import unreachableScreen from './unreachable-screen.ts'
import unreachableStep from './unreachable-step.ts'
import unreadResult from './unread-result.ts'
import unsafeGet from './unsafe-get.ts'
import unsetState from './unset-state.ts'
import untranslatedText from './untranslated-text.ts'
import untypedValue from './untyped-value.ts'
import unusedName from './unused-name.ts'
import unusedParam from './unused-param.ts'
import unusedPart from './unused-part.ts'
import unusedQuery from './unused-query.ts'
import unusedState from './unused-state.ts'
import unusedText from './unused-text.ts'
import wrongScript from './wrong-script.ts'
import wrongShape from './wrong-shape.ts'

export const rules: readonly Rule[] = [
  accessLoop,
  accessNeeded,
  accessOrder,
  accessScreen,
  accessibleName,
  capabilityVersion,
  colorOnly,
  conditionalQuery,
  constantCondition,
  contractShape,
  contrast,
  currencyMismatch,
  deadEnd,
  divisionByZero,
  duplicateKey,
  duplicateName,
  duplicateRoute,
  emptyHandler,
  emptyList,
  enumValue,
  expressionSyntax,
  formLabel,
  formatMismatch,
  functionArguments,
  hardCodedText,
  headingOrder,
  ignoredFailure,
  imageAlternative,
  invalidLiteral,
  jsonSyntax,
  limits,
  literalNeeded,
  liveHeading,
  liveRegion,
  loginNeeded,
  longExpression,
  markupInText,
  missingCurrency,
  missingProperty,
  missingRowKey,
  missingTranslation,
  moneyAmount,
  moneyConfirm,
  moneyContract,
  moneyFail,
  moneyOutcome,
  moneyRepeat,
  moneyStale,
  moneyTrigger,
  navigationParams,
  nestedInteractive,
  noSheet,
  nullableValue,
  partCycle,
  partRoot,
  pluralForms,
  proofNeeded,
  queryCycle,
  queryEffect,
  queryError,
  rawNumber,
  rawPattern,
  referenceParameter,
  repeatSyntax,
  schemaDialect,
  secretLeak,
  selfNavigation,
  shadowedName,
  showLoop,
  singleAutofocus,
  stuckSheet,
  targetSize,
  textArguments,
  textEdges,
  textTooLong,
  titleMissing,
  toolbar,
  translationArguments,
  typeMismatch,
  unawaitedQuery,
  unboundedArray,
  unboundedText,
  unitMismatch,
  unknownAccess,
  unknownAction,
  unknownAnnotation,
  unknownArgument,
  unknownCall,
  unknownEvent,
  unknownField,
  unknownForm,
  unknownFunction,
  unknownIcon,
  unknownName,
  unknownPart,
  unknownProp,
  unknownProperty,
  unknownQuery,
  unknownRoute,
  unknownSlot,
  unknownState,
  unknownText,
  unknownWidget,
  unreachableScreen,
  unreachableStep,
  unreadResult,
  unsafeGet,
  unsetState,
  untranslatedText,
  untypedValue,
  unusedName,
  unusedParam,
  unusedPart,
  unusedQuery,
  unusedState,
  unusedText,
  wrongScript,
  wrongShape,
]
