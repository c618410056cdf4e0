/** Where the confirmation code of an operation stands. */
export const operationPlace = (operationId: string): string => `esim.operation:${operationId}:confirmationCode`;
