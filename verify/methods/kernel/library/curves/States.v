(* States that are told token by token: whether two tokens are the same is decided as far as real
   numbers need it, which takes no more than the axioms of the real numbers. *)
From Coq Require Import Reals Lra List.
From Coq Require ClassicalDedekindReals.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Definition equal {A} (a b : A) : R := if ClassicalDedekindReals.sig_not_dec (a = b) then 1 else 0.
Lemma equal_kronecker {A} : kronecker (@equal A).
Proof.
  split; intros; unfold equal; destruct (ClassicalDedekindReals.sig_not_dec _) as [N|N]; auto; exfalso; auto.
Qed.
Lemma equal_cases {A} (a b : A) : equal a b = 0 \/ equal a b = 1.
Proof. exact (kronecker_indicator equal equal_kronecker a b). Qed.
Lemma two_tokens {A} (T : list A) : enumerates T -> 2 <= size T -> exists p q : A, p <> q.
Proof.
  intros [_ [ND _]] H. destruct T as [|p [|q T]]; unfold size in H; simpl in H; try lra.
  exists p, q. intro E. inversion ND as [|? ? N _]. subst. apply N. left. reflexivity.
Qed.
(* Two tokens of a state at given places, the others at the origin. *)
Section Pair.
Context {S : inner_product_space} {A : Type} (T : list A) (p q : A) (x y : S).
Hypothesis ET : enumerates T.
Hypothesis Differ : p <> q.
Definition pair_at k : S := vadd (vscale (equal p k) x) (vscale (equal q k) y).
Lemma pair_first : pair_at p = x.
Proof.
  unfold pair_at. destruct (@equal_kronecker A) as [One Zero]. rewrite One, (Zero q p) by auto.
  apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma pair_total (f : S -> R) : f vzero = 0 -> total T (fun k => f (pair_at k)) = f x + f y.
Proof.
  intro Z. transitivity (total T (fun k => equal p k * f x) + total T (fun k => equal q k * f y)).
  - rewrite <- total_add. apply total_ext. intro k. unfold pair_at.
    assert (No : equal p k = 1 -> equal q k = 1 -> False).
    { intros E1 E2. unfold equal in E1, E2.
      destruct (ClassicalDedekindReals.sig_not_dec (p = k)) as [H1|]; [|lra].
      destruct (ClassicalDedekindReals.sig_not_dec (q = k)) as [H2|]; [|lra].
      apply H1. intro P. apply H2. intro Q. apply Differ. rewrite P, Q. reflexivity. }
    destruct (equal_cases p k) as [E1|E1], (equal_cases q k) as [E2|E2]; rewrite ?E1, ?E2;
      [| | | exfalso; auto]; match goal with |- f ?v = _ => set (w := v) end;
      [replace w with (@vzero S); [rewrite Z; ring|] | replace w with y; [ring|] | replace w with x; [ring|]];
      unfold w; apply inner_ext; intro z; rewrite inner_add_l, !inner_scale_l, ?inner_zero_l; ring.
  - rewrite (kronecker_total T equal p (fun _ => f x)), (kronecker_total T equal q (fun _ => f y));
      auto using equal_kronecker.
Qed.
End Pair.
(* The exponential is injective; the theorem of the standard library would need the axiom `classic`. *)
Lemma exp_equal a b : exp a = exp b -> a = b.
Proof.
  intro E. assert (One : forall a b, exp a = exp b -> a <= b).
  { clear. intros a b E. assert (T := exp_tangent (a - b)).
    assert (Q : exp a = exp b * exp (a - b)) by (rewrite <- exp_plus; f_equal; ring).
    rewrite E in Q. assert (P := exp_pos b).
    assert (exp (a - b) = 1) by (apply Rmult_eq_reg_l with (exp b); lra). lra. }
  apply Rle_antisym; apply One; auto.
Qed.
