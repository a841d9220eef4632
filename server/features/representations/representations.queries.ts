// Declares what is done with these tables, though nothing reads them yet.
import './tables.ts';
