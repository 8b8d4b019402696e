export const icons = {
  bell: 1,
  'eye-off': 1,
  eye: 1,
} as const
