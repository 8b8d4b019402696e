import { placeholder } from './placeholder.ts'

export const empty = placeholder(
  'empty',
  'Nodes shown while `emptyWhen` is true; without them the app’s own.',
  ({ loaded }) => loaded,
)
