import { mount } from '@/lib/runtime/next-adapter'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount('hookClaudeCode')
