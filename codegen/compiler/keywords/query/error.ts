import { placeholder } from './placeholder.ts'

export const error = placeholder(
  'error',
  'Nodes shown when the query has failed; without them the app’s own.',
  ({ outer }) => outer,
)
