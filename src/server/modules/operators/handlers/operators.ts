import { roles, type Role } from '../../../../generated/operatorApi/contract.ts'
import { inTransaction, lockWithin } from '../../../kit/storage/transaction.ts'
import {
  activeAdmins,
  createOperator,
  newTemporaryPassword,
  operatorEntity,
  operatorOf,
  resetOperator,
  rolesOf,
  updateOperator,
} from '../accounts.ts'
import { logCall } from '../audit.ts'
import type { OperatorHandlers } from '../handler.ts'
import { refuseOperator } from '../refusal.ts'
import { checkSessionAgain } from '../authorize.ts'

/** The lock under which operators are created and changed, so that the last admin stays. */
export const OPERATORS_LOCK = 'operators'

export const handlers = {
  'operators/first': async ({ name }, request) => {
    const { context } = request
    const { password, hash } = await newTemporaryPassword(context)
    return await inTransaction(context.db, [OPERATORS_LOCK], async (trx) => {
      const inside = { ...context, db: trx }
      if ((await activeAdmins(inside)).length > 0) throw refuseOperator('adminExists')
      const operator = await createOperator(inside, { name, roles: ['admin'], hash, createdBy: null })
      await logCall(trx, request, 'ok', { target: operator.name, after: operatorEntity(operator) })
      return { operator: operatorEntity(operator), password }
    })
  },

  'operators/list': async (_, { context: { db } }) => {
    const rows = await db.selectFrom('operator_accounts').selectAll().orderBy('name').limit(500).execute()
    return { rows: rows.map(operatorEntity) }
  },

  'operators/roles': () => ({
    roles: (Object.keys(roles) as Role[]).map((role) => ({
      role,
      description: roles[role].description,
      permissions: [...roles[role].permissions],
    })),
  }),

  'operators/create': async ({ name, roles: given }, request) => {
    const { context, operator: creator } = request
    const { password, hash } = await newTemporaryPassword(context)
    return await inTransaction(context.db, [OPERATORS_LOCK], async (trx) => {
      const inside = { ...context, db: trx }
      await checkSessionAgain(inside, request)
      const operator = await createOperator(inside, { name, roles: given, hash, createdBy: creator.name })
      await logCall(trx, request, 'ok', { target: operator.name, after: operatorEntity(operator) })
      return { operator: operatorEntity(operator), password }
    })
  },

  'operators/update': async ({ id, roles: given, disabled }, { context, operator: editor, trx }) => {
    await lockWithin(trx, [OPERATORS_LOCK])
    const before = await operatorOf(context.db, id)
    if (id === editor.id) throw refuseOperator('ownAccount')
    const stays = given.includes('admin') && !disabled
    if (rolesOf(before).includes('admin') && !stays && (await activeAdmins(context)).every((admin) => admin === id))
      throw refuseOperator('lastAdmin')
    const after = operatorEntity(await updateOperator(context.db, id, { roles: given, disabled }))
    return { data: after, change: { target: after.name, before: operatorEntity(before), after } }
  },

  'operators/reset': async ({ id }, request) => {
    const { context, operator: editor } = request
    if (id === editor.id) throw refuseOperator('ownAccount')
    const { password, hash } = await newTemporaryPassword(context)
    return await inTransaction(context.db, [OPERATORS_LOCK], async (trx) => {
      const inside = { ...context, db: trx }
      await checkSessionAgain(inside, request)
      const before = operatorEntity(await operatorOf(trx, id))
      const operator = operatorEntity(await resetOperator(inside, id, hash))
      await logCall(trx, request, 'ok', { target: operator.name, before, after: operator })
      return { operator, password }
    })
  },
} satisfies Partial<OperatorHandlers>
