import { mount } from '@/lib/api/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount('llms')
