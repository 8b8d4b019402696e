export type * from '../language/action.ts'
