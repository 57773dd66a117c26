/** How answers name a breakage of this key. */
export const breakageId = ({ key }: { key: number }) => `brk_${key}`
/** How answers name the incident of this key. */
export const incidentId = (key: number) => `inc_${key}`
