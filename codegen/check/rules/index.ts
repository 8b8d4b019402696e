// Made by codegen/generate/rules.ts of the files beside this one.
import type { Rule } from '../../compile/diagnostics.ts'
import conditionalRegion from './conditional-region.ts'
import constantCondition from './constant-condition.ts'
import contractShape from './contract-shape.ts'
import divisionByZero from './division-by-zero.ts'
import duplicateKey from './duplicate-key.ts'
import duplicateRoute from './duplicate-route.ts'
import enumValue from './enum-value.ts'
import expressionSyntax from './expression-syntax.ts'
import formatMismatch from './format-mismatch.ts'
import functionArguments from './function-arguments.ts'
import gateNeeded from './gate-needed.ts'
import invalidLiteral from './invalid-literal.ts'
import jsonSyntax from './json-syntax.ts'
import limits from './limits.ts'
import literalNeeded from './literal-needed.ts'
import loginNeeded from './login-needed.ts'
import missingProperty from './missing-property.ts'
import missingRowKey from './missing-row-key.ts'
import missingTranslation from './missing-translation.ts'
import moneyAmount from './money-amount.ts'
import moneyConfirm from './money-confirm.ts'
import moneyFail from './money-fail.ts'
import nullableValue from './nullable-value.ts'
import partCycle from './part-cycle.ts'
import partRoot from './part-root.ts'
import pluralForms from './plural-forms.ts'
import repeatSyntax from './repeat-syntax.ts'
import schemaDialect from './schema-dialect.ts'
import shadowedName from './shadowed-name.ts'
import textArguments from './text-arguments.ts'
import translationArguments from './translation-arguments.ts'
import typeMismatch from './type-mismatch.ts'
import ungatedData from './ungated-data.ts'
import unitMismatch from './unit-mismatch.ts'
import unknownAccess from './unknown-access.ts'
import unknownAction from './unknown-action.ts'
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
import unknownRegion from './unknown-region.ts'
import unknownRoute from './unknown-route.ts'
import unknownSlot from './unknown-slot.ts'
import unknownState from './unknown-state.ts'
import unknownText from './unknown-text.ts'
import unknownWidget from './unknown-widget.ts'
import unreachableScreen from './unreachable-screen.ts'
import unreachableStep from './unreachable-step.ts'
import untypedValue from './untyped-value.ts'
import unusedParam from './unused-param.ts'
import unusedPart from './unused-part.ts'
import unusedRegion from './unused-region.ts'
import unusedState from './unused-state.ts'
import unusedText from './unused-text.ts'
import wrongShape from './wrong-shape.ts'

export const rules: readonly Rule[] = [
  conditionalRegion,
  constantCondition,
  contractShape,
  divisionByZero,
  duplicateKey,
  duplicateRoute,
  enumValue,
  expressionSyntax,
  formatMismatch,
  functionArguments,
  gateNeeded,
  invalidLiteral,
  jsonSyntax,
  limits,
  literalNeeded,
  loginNeeded,
  missingProperty,
  missingRowKey,
  missingTranslation,
  moneyAmount,
  moneyConfirm,
  moneyFail,
  nullableValue,
  partCycle,
  partRoot,
  pluralForms,
  repeatSyntax,
  schemaDialect,
  shadowedName,
  textArguments,
  translationArguments,
  typeMismatch,
  ungatedData,
  unitMismatch,
  unknownAccess,
  unknownAction,
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
  unknownRegion,
  unknownRoute,
  unknownSlot,
  unknownState,
  unknownText,
  unknownWidget,
  unreachableScreen,
  unreachableStep,
  untypedValue,
  unusedParam,
  unusedPart,
  unusedRegion,
  unusedState,
  unusedText,
  wrongShape,
]
