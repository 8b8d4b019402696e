// Made by codegen/generate/rules.ts of the files beside this one.
import type { Rule } from '../rule.ts'
import { RuleSet } from '../ruleSet.ts'
import accessLoopRule from './access-loop.ts'
import accessNeededRule from './access-needed.ts'
import accessOrderRule from './access-order.ts'
import accessScreenRule from './access-screen.ts'
import accessibleNameRule from './accessible-name.ts'
import blankPlaceholderRule from './blank-placeholder.ts'
import booleanComparisonRule from './boolean-comparison.ts'
import capabilityVersionRule from './capability-version.ts'
import colorOnlyRule from './color-only.ts'
import conditionalQueryRule from './conditional-query.ts'
import confirmSkipRule from './confirm-skip.ts'
import constantConditionRule from './constant-condition.ts'
import constantValueRule from './constant-value.ts'
import contractShapeRule from './contract-shape.ts'
import contrastRule from './contrast.ts'
import controlValueRule from './control-value.ts'
import currencyMismatchRule from './currency-mismatch.ts'
import deadEndRule from './dead-end.ts'
import defaultSlotRule from './default-slot.ts'
import divisionByZeroRule from './division-by-zero.ts'
import duplicateIdRule from './duplicate-id.ts'
import duplicateKeyRule from './duplicate-key.ts'
import duplicateNameRule from './duplicate-name.ts'
import duplicateRouteRule from './duplicate-route.ts'
import emptyConditionRule from './empty-condition.ts'
import emptyContentRule from './empty-content.ts'
import emptyHandlerRule from './empty-handler.ts'
import emptyListRule from './empty-list.ts'
import endlessListRule from './endless-list.ts'
import enumValueRule from './enum-value.ts'
import expressionSyntaxRule from './expression-syntax.ts'
import fieldBoundsRule from './field-bounds.ts'
import fixtureNameRule from './fixture-name.ts'
import fixtureValueRule from './fixture-value.ts'
import formCallRule from './form-call.ts'
import formFieldRule from './form-field.ts'
import formLabelRule from './form-label.ts'
import formPropRule from './form-prop.ts'
import formatMismatchRule from './format-mismatch.ts'
import frequentRefreshRule from './frequent-refresh.ts'
import frozenPriceRule from './frozen-price.ts'
import functionArgumentsRule from './function-arguments.ts'
import hardCodedTextRule from './hard-coded-text.ts'
import headingOrderRule from './heading-order.ts'
import ignoredFailureRule from './ignored-failure.ts'
import imageAlternativeRule from './image-alternative.ts'
import impossibleSchemaRule from './impossible-schema.ts'
import inertChevronRule from './inert-chevron.ts'
import inertControlRule from './inert-control.ts'
import invalidLiteralRule from './invalid-literal.ts'
import jsonSyntaxRule from './json-syntax.ts'
import limitsRule from './limits.ts'
import literalNeededRule from './literal-needed.ts'
import liveHeadingRule from './live-heading.ts'
import liveRegionRule from './live-region.ts'
import loginNeededRule from './login-needed.ts'
import longExpressionRule from './long-expression.ts'
import lostInputRule from './lost-input.ts'
import markupInTextRule from './markup-in-text.ts'
import millisecondsRule from './milliseconds.ts'
import missingCurrencyRule from './missing-currency.ts'
import missingEqualsRule from './missing-equals.ts'
import missingPageRule from './missing-page.ts'
import missingPropertyRule from './missing-property.ts'
import missingRowKeyRule from './missing-row-key.ts'
import missingTranslationRule from './missing-translation.ts'
import moneyAmountRule from './money-amount.ts'
import moneyConfirmRule from './money-confirm.ts'
import moneyContractRule from './money-contract.ts'
import moneyFailRule from './money-fail.ts'
import moneyOutcomeRule from './money-outcome.ts'
import moneyPromiseRule from './money-promise.ts'
import moneyReceiptRule from './money-receipt.ts'
import moneyRepeatRule from './money-repeat.ts'
import moneyStaleRule from './money-stale.ts'
import moneyTriggerRule from './money-trigger.ts'
import navigationParamsRule from './navigation-params.ts'
import nestedInteractiveRule from './nested-interactive.ts'
import neverSentRule from './never-sent.ts'
import noSheetRule from './no-sheet.ts'
import noWayBackRule from './no-way-back.ts'
import nullableValueRule from './nullable-value.ts'
import outOfRangeRule from './out-of-range.ts'
import outcomeTextRule from './outcome-text.ts'
import partCycleRule from './part-cycle.ts'
import partRootRule from './part-root.ts'
import percentByHandRule from './percent-by-hand.ts'
import pluralFormsRule from './plural-forms.ts'
import promiseShownRule from './promise-shown.ts'
import promiseSourceRule from './promise-source.ts'
import proofNeededRule from './proof-needed.ts'
import queryCycleRule from './query-cycle.ts'
import queryEffectRule from './query-effect.ts'
import queryErrorRule from './query-error.ts'
import quoteExpiryRule from './quote-expiry.ts'
import rawNumberRule from './raw-number.ts'
import rawPatternRule from './raw-pattern.ts'
import redundantAllowRule from './redundant-allow.ts'
import redundantNameRule from './redundant-name.ts'
import redundantRefreshRule from './redundant-refresh.ts'
import referenceParameterRule from './reference-parameter.ts'
import repeatSyntaxRule from './repeat-syntax.ts'
import repeatedStepRule from './repeated-step.ts'
import reversedTextRule from './reversed-text.ts'
import rowCallRule from './row-call.ts'
import sameConditionRule from './same-condition.ts'
import sameLabelRule from './same-label.ts'
import sameQueryRule from './same-query.ts'
import schemaDialectRule from './schema-dialect.ts'
import secretLeakRule from './secret-leak.ts'
import selfNavigationRule from './self-navigation.ts'
import shadowedNameRule from './shadowed-name.ts'
import showLoopRule from './show-loop.ts'
import singleAutofocusRule from './single-autofocus.ts'
import staleDataRule from './stale-data.ts'
import stateFormatRule from './state-format.ts'
import stuckSheetRule from './stuck-sheet.ts'
import swappedBoundsRule from './swapped-bounds.ts'
import swappedFieldsRule from './swapped-fields.ts'
import swappedStatesRule from './swapped-states.ts'
import swappedTextsRule from './swapped-texts.ts'
import targetSizeRule from './target-size.ts'
import textArgumentsRule from './text-arguments.ts'
import textEdgesRule from './text-edges.ts'
import textTooLongRule from './text-too-long.ts'
import titleMissingRule from './title-missing.ts'
import toolbarRule from './toolbar.ts'
import translationArgumentsRule from './translation-arguments.ts'
import typeMismatchRule from './type-mismatch.ts'
import unacceptedMaximumRule from './unaccepted-maximum.ts'
import unawaitedQueryRule from './unawaited-query.ts'
import unboundedArrayRule from './unbounded-array.ts'
import unboundedTextRule from './unbounded-text.ts'
import unitMismatchRule from './unit-mismatch.ts'
import unknownAccessRule from './unknown-access.ts'
import unknownActionRule from './unknown-action.ts'
import unknownAnnotationRule from './unknown-annotation.ts'
import unknownArgumentRule from './unknown-argument.ts'
import unknownCallRule from './unknown-call.ts'
import unknownErrorRule from './unknown-error.ts'
import unknownEventRule from './unknown-event.ts'
import unknownFieldRule from './unknown-field.ts'
import unknownFormRule from './unknown-form.ts'
import unknownFunctionRule from './unknown-function.ts'
import unknownIconRule from './unknown-icon.ts'
import unknownNameRule from './unknown-name.ts'
import unknownPartRule from './unknown-part.ts'
import unknownPropRule from './unknown-prop.ts'
import unknownPropertyRule from './unknown-property.ts'
import unknownQueryRule from './unknown-query.ts'
import unknownRouteRule from './unknown-route.ts'
import unknownSlotRule from './unknown-slot.ts'
import unknownStateRule from './unknown-state.ts'
import unknownTextRule from './unknown-text.ts'
import unknownWidgetRule from './unknown-widget.ts'
import unreachableScreenRule from './unreachable-screen.ts'
import unreachableStepRule from './unreachable-step.ts'
import unreachableValueRule from './unreachable-value.ts'
import unreadResultRule from './unread-result.ts'
import unsafeGetRule from './unsafe-get.ts'
import unsetStateRule from './unset-state.ts'
import unshownFieldRule from './unshown-field.ts'
import unstableKeyRule from './unstable-key.ts'
import untranslatedTextRule from './untranslated-text.ts'
import untypedValueRule from './untyped-value.ts'
import unusedAnswerRule from './unused-answer.ts'
import unusedNameRule from './unused-name.ts'
import unusedParamRule from './unused-param.ts'
import unusedPartRule from './unused-part.ts'
import unusedQueryRule from './unused-query.ts'
import unusedStateRule from './unused-state.ts'
import unusedTextRule from './unused-text.ts'
import wrongScriptRule from './wrong-script.ts'
import wrongShapeRule from './wrong-shape.ts'

export const rules: readonly Rule[] = [
  accessLoopRule,
  accessNeededRule,
  accessOrderRule,
  accessScreenRule,
  accessibleNameRule,
  blankPlaceholderRule,
  booleanComparisonRule,
  capabilityVersionRule,
  colorOnlyRule,
  conditionalQueryRule,
  confirmSkipRule,
  constantConditionRule,
  constantValueRule,
  contractShapeRule,
  contrastRule,
  controlValueRule,
  currencyMismatchRule,
  deadEndRule,
  defaultSlotRule,
  divisionByZeroRule,
  duplicateIdRule,
  duplicateKeyRule,
  duplicateNameRule,
  duplicateRouteRule,
  emptyConditionRule,
  emptyContentRule,
  emptyHandlerRule,
  emptyListRule,
  endlessListRule,
  enumValueRule,
  expressionSyntaxRule,
  fieldBoundsRule,
  fixtureNameRule,
  fixtureValueRule,
  formCallRule,
  formFieldRule,
  formLabelRule,
  formPropRule,
  formatMismatchRule,
  frequentRefreshRule,
  frozenPriceRule,
  functionArgumentsRule,
  hardCodedTextRule,
  headingOrderRule,
  ignoredFailureRule,
  imageAlternativeRule,
  impossibleSchemaRule,
  inertChevronRule,
  inertControlRule,
  invalidLiteralRule,
  jsonSyntaxRule,
  limitsRule,
  literalNeededRule,
  liveHeadingRule,
  liveRegionRule,
  loginNeededRule,
  longExpressionRule,
  lostInputRule,
  markupInTextRule,
  millisecondsRule,
  missingCurrencyRule,
  missingEqualsRule,
  missingPageRule,
  missingPropertyRule,
  missingRowKeyRule,
  missingTranslationRule,
  moneyAmountRule,
  moneyConfirmRule,
  moneyContractRule,
  moneyFailRule,
  moneyOutcomeRule,
  moneyPromiseRule,
  moneyReceiptRule,
  moneyRepeatRule,
  moneyStaleRule,
  moneyTriggerRule,
  navigationParamsRule,
  nestedInteractiveRule,
  neverSentRule,
  noSheetRule,
  noWayBackRule,
  nullableValueRule,
  outOfRangeRule,
  outcomeTextRule,
  partCycleRule,
  partRootRule,
  percentByHandRule,
  pluralFormsRule,
  promiseShownRule,
  promiseSourceRule,
  proofNeededRule,
  queryCycleRule,
  queryEffectRule,
  queryErrorRule,
  quoteExpiryRule,
  rawNumberRule,
  rawPatternRule,
  redundantAllowRule,
  redundantNameRule,
  redundantRefreshRule,
  referenceParameterRule,
  repeatSyntaxRule,
  repeatedStepRule,
  reversedTextRule,
  rowCallRule,
  sameConditionRule,
  sameLabelRule,
  sameQueryRule,
  schemaDialectRule,
  secretLeakRule,
  selfNavigationRule,
  shadowedNameRule,
  showLoopRule,
  singleAutofocusRule,
  staleDataRule,
  stateFormatRule,
  stuckSheetRule,
  swappedBoundsRule,
  swappedFieldsRule,
  swappedStatesRule,
  swappedTextsRule,
  targetSizeRule,
  textArgumentsRule,
  textEdgesRule,
  textTooLongRule,
  titleMissingRule,
  toolbarRule,
  translationArgumentsRule,
  typeMismatchRule,
  unacceptedMaximumRule,
  unawaitedQueryRule,
  unboundedArrayRule,
  unboundedTextRule,
  unitMismatchRule,
  unknownAccessRule,
  unknownActionRule,
  unknownAnnotationRule,
  unknownArgumentRule,
  unknownCallRule,
  unknownErrorRule,
  unknownEventRule,
  unknownFieldRule,
  unknownFormRule,
  unknownFunctionRule,
  unknownIconRule,
  unknownNameRule,
  unknownPartRule,
  unknownPropRule,
  unknownPropertyRule,
  unknownQueryRule,
  unknownRouteRule,
  unknownSlotRule,
  unknownStateRule,
  unknownTextRule,
  unknownWidgetRule,
  unreachableScreenRule,
  unreachableStepRule,
  unreachableValueRule,
  unreadResultRule,
  unsafeGetRule,
  unsetStateRule,
  unshownFieldRule,
  unstableKeyRule,
  untranslatedTextRule,
  untypedValueRule,
  unusedAnswerRule,
  unusedNameRule,
  unusedParamRule,
  unusedPartRule,
  unusedQueryRule,
  unusedStateRule,
  unusedTextRule,
  wrongScriptRule,
  wrongShapeRule,
]

export const ruleSet = new RuleSet(rules)
