;; Products of a vector with many others, eight numbers at a time; `npx vitest run dot-products --update` translates it.
(module
  (memory (export "memory") 1)

  ;; Writes the products of `input`, whole numbers of 8 bits, with the `count` vectors that follow each other from
  ;; `vectors` on, whole numbers of 16 bits, to `products`, 32 bits each. `length`, that of all vectors, is a multiple
  ;; of 8 above 0, and `count` one of 4.
  (func (export "multiply")
    (param $input i32) (param $length i32) (param $vectors i32) (param $count i32) (param $products i32)
    (local $at i32) (local $end i32) (local $bytes i32) (local $place i32) (local $x v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $input) (local.get $length)))
    (local.set $bytes (i32.shl (local.get $length) (i32.const 1)))
    (block $done
      (loop $four
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $input))
        (loop $eight
          (local.set $x (v128.load8x8_s (local.get $at)))
          (local.set $place (local.get $vectors))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $place)))))
          (local.set $place (i32.add (local.get $place) (local.get $bytes)))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $place)))))
          (local.set $place (i32.add (local.get $place) (local.get $bytes)))
          (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $place)))))
          (local.set $place (i32.add (local.get $place) (local.get $bytes)))
          (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $place)))))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (br_if $eight (i32.lt_u (local.get $at) (local.get $end))))
        ;; The beginning of the next four: these three are behind.
        (local.set $vectors (i32.add (local.get $vectors) (i32.mul (local.get $bytes) (i32.const 3))))
        ;; Adds up across: first pairs of a and b, of c and d, then both.
        (local.set $a (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a) (local.get $b))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
        (local.set $c (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $c) (local.get $d))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
        (v128.store (local.get $products) (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))
        (local.set $products (i32.add (local.get $products) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $four)))))
