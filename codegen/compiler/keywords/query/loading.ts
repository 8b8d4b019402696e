import { placeholder } from './placeholder.ts'

export const loading = placeholder(
  'loading',
  'Nodes shown until the query has data; without them the app’s own.',
  ({ outer }) => outer,
)
