export type * from '../core/action.ts'
