import type { Handler } from '../../api/handler.ts'

const handler: Handler<'captcha/slide'> = (_, { context }) => context.captcha.create(context.clock.now())
export default handler
