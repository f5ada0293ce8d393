/** Where the functions count, and where alarms look. */
export const METRICS = { namespace: 'Plumbline', service: 'plumbline', modelCost: 'ModelCost' } as const;
