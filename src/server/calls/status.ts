import type { Handler } from '../api/handler.ts'

const handler: Handler<'status'> = (_, { context: { operator, clock } }) => ({
  name: operator.app.shortName,
  time: clock.now(),
  sandbox: operator.app.sandbox,
})
export default handler
