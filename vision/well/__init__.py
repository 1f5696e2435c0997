"""Reading a well that pieces fall into (Columns): jewels at any height, resting or on their way down."""
