import type { Handler } from '../../api/handler.ts'
import { closeByOwner } from '../../lever/close.ts'
import { dealEntity } from '../../lever/entities.ts'

const handler: Handler<'lever/whclose'> = async (asked, { user, context }) =>
  dealEntity(context, await closeByOwner(context, user.id, 'wh', asked))
export default handler
