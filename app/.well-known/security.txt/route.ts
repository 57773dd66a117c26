import { mountSecurityText } from '@/lib/runtime/files/security-text'

export const { GET, HEAD } = mountSecurityText()
