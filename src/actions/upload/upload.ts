import type { UploadArgs } from '../../generated/actions/upload.ts'
import { MEGABYTE, PICTURE_TYPES, UPLOAD_BYTES } from '../../core/uploads.ts'
import { fitFile, type PictureProblem } from '../../state/pictures.ts'
import type { Action, ActionContext } from '../action.ts'
import { failureToBranch, resultToBranch } from '../resultToBranch.ts'

export default {
  async run({ call, field, payload = {}, accept = [...PICTURE_TYPES], maxBytes = UPLOAD_BYTES }, context) {
    const chosen = await context.pickFile(accept)
    if (!chosen) return {}
    const file = await fitFile(chosen, { accept, maxBytes })
    if ('problem' in file) return refuse(file, context)
    return resultToBranch(await context.call(call, { ...payload, [field]: file }), context)
  },
} satisfies Action<UploadArgs>

function refuse(problem: PictureProblem, context: ActionContext) {
  const params =
    problem.problem === 'fileTooLarge' ? { megabytes: Math.max(1, Math.floor(problem.maxBytes / MEGABYTE)) } : {}
  // The contract has no code for a picture that the browser cannot decode.
  const isBroken = problem.problem === 'fileBroken'
  const code = isBroken ? 'uploadFailed' : problem.problem
  const { branch, value } = failureToBranch({ kind: 'invalid', code, message: '', params }, context)
  const message = isBroken ? context.text('form.fileBroken') : value.message
  context.toast(message, { tone: 'error' })
  return { branch, value: { ...value, message } }
}
