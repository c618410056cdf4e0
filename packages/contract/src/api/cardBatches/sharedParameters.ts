import * as z from 'zod';

/** 2-255 characters, the remark rule; whether a stop in bulk requires it is a customer setting. */
export const reason = z.string().max(255);
export const remark = z.string().max(255);
/** A product by the code the asker's customer has it under. */
export const productCode = z.string().min(1).max(64);
