/** Where an operation's confirmation code is stored. */
export const operationPlace = (operationId: string): string => `esim.operation:${operationId}:confirmationCode`;
