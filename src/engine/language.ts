/** The language of screens: what a product adds to it, its lowered programs, and their evaluation. Without React, DOM and Node. */
export {
  definePlugin,
  type AccessInput,
  type AccessRule,
  type ClientPlugin,
  type LanguagePlugin,
  type LiveChannel,
  type LiveContract,
  type LiveKeys,
  type LiveValue,
  type PluginFunctions,
  type PluginPreferences,
  type SyncedPreference,
  type UserPolling,
} from './language/plugin.ts'
export type { Action, ActionContext, ActionResult, ConfirmRequest } from './language/action.ts'
export type { FunctionEnv, FunctionImplementation, LoadFunctions } from './language/expressions/functionEnv.ts'
export type { Signature } from './language/expressions/signature.ts'
export {
  LIMITS,
  type CallDef,
  type Expr,
  type FormDef,
  type Json,
  type Manifest,
  type Node,
  type Query,
  type Screen,
  type Shell,
  type Step,
} from './language/expressions/program.ts'
export { evaluate, ExpressionError, Scope, type Env } from './language/expressions/evaluate.ts'
export { missingCapabilities, type Capabilities } from './language/capabilities.ts'
export type { CallResult, Payload } from './language/result.ts'
