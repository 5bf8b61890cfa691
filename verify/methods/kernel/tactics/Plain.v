(* What rules and products leave of a formula: whether there is more to do than to gather its sums. *)
From Coq Require Import Reals List.
From Kernel Require Import Prelude Expanding.
From Ltac2 Require Import Ltac2.
Set Default Proof Mode "Classic".

(* Whether nothing under a sum is left to rewrite once its rules have been used: no sums, waves,
   combinations of vectors, indicators of equality, inverses of products and exponentials of more
   than one thing. *)
Ltac2 rec is_plain (h : heads) (others : constr list) (t : constr) : bool :=
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.Lambda _ body => is_plain h others body
  | Constr.Unsafe.App f a =>
    let made_of l := let (g, _) := head_of (Array.get a 0) in List.exist (Constr.equal g) l in
    let rec parts i := if Int.equal i (Array.length a) then true
      else if is_plain h others (Array.get a i) then parts (Int.add i 1) else false in
    if List.exist (Constr.equal f) others then false
    else if Constr.equal f (h.(inverse)) then
      if made_of [h.(times); h.(inverse)] then false else parts 0
    else if Constr.equal f (h.(exponential)) then
      if made_of [h.(plus); h.(minus); h.(times); h.(numeral); constr:(Ropp); constr:(ln)]
      then false else parts 0
    else parts 0
  | _ => true end.
Ltac2 equalities () :=
  let rec go l := match l with
    | [] => []
    | x :: l => let (_, _, type) := x in match Constr.Unsafe.kind type with
      | Constr.Unsafe.App f a =>
        if Constr.equal f constr:(@kronecker) then Array.get a 1 :: go l else go l
      | _ => go l end end in
  go (Control.hyps ()).
Ltac2 check_plain (f : constr) :=
  let h := heads_of_formulas () in
  let known := [h.(sum); h.(vplus); h.(vtimes); h.(vsum); h.(vnull); constr:(sin); constr:(cos)] in
  if is_plain h (List.append known (equalities ())) f then ()
  else Control.zero (Tactic_failure (Some (Message.of_string "something is left to rewrite"))).
Ltac is_settled f :=
  let go := ltac2:(t |- check_plain (Option.get (Ltac1.to_constr t))) in go f.
