(* B-S1: the output matrix that adds c u w^T to the layer matrix, what it is for heads, and for a
   singular value matrix with its pseudo-inverse. *)
From Coq Require Import Reals List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Drawn Resting.
Open Scope R_scope.

Section Heads.
Context {S : inner_product_space} (V V_T I I_T W W_T : S -> S) (u w : S) (c : R).
Definition output y := vadd (W y) (vscale (c * inner w (I y)) u).
Definition has_adjoint (X : S -> S) := exists T, adjoint X T.
Definition steers X M := forall x, X (M x) = vadd (W (M x)) (vscale (c * inner w x) u).
Lemma only_one : (forall x, output (V x) = vadd (W (V x)) (vscale (c * inner w x) u)) -> (forall y, V (I y) = y) ->
  (forall x, output (V x) = vadd (W (V x)) (vscale (c * inner w x) u)) /\ forall X, has_adjoint X -> steers X V -> forall y, X y = output y.
Proof. intros Change Only. split; [exact Change|]. intros X _ H y. rewrite <- (Only y). rewrite H, Change. reflexivity. Qed.
Lemma parts {Token Head} (heads : list Head) :
  (forall T, adjoint T T -> (forall x, T (T x) = T x) -> forall x, inner (V_T (T (I_T w))) x = inner w (I (T (V x)))) ->
  (forall b (j : Token), total heads (fun a => inner w (I (b a j))) = inner w (I (vtotal heads (fun a => b a j)))) ->
  (forall z, I (V z) = z) ->
  (forall T, adjoint T T -> (forall x y, inner (T x) y = inner x (T y)) -> (forall x, T (T x) = T x) -> exists v, forall x,
    inner v x = inner w (I (T (V x))) /\ output (T (V x)) = vadd (W (T (V x))) (vscale (c * inner v x) u)) /\
  forall (x : Token -> S) (b : Head -> Token -> S), (forall j, vtotal heads (fun a => b a j) = V (x j)) ->
    forall j, total heads (fun a => inner w (I (b a j))) = inner w (x j).
Proof.
  intros One All IV. split; [intros T AT _ Twice; exists (V_T (T (I_T w))); intro x; unfold output; rewrite One by assumption; auto|].
  intros x b H j. rewrite All, H, IV. reflexivity.
Qed.
(* v is in the span of the rows of M. *)
Definition in_rows M v := exists z, forall x : S, inner v x = inner z (M x : S).
Definition pseudo (M N : S -> S) := (forall x, M (N (M x)) = M x) /\ (forall x, N (M (N x)) = N x) /\
  (forall y z, inner (M (N y)) z = inner y (M (N z))) /\ forall y z, inner (N (M y)) z = inner y (N (M z)).
Let kept := forall M, has_adjoint M -> forall N, has_adjoint N -> pseudo M N -> forall v, in_rows M v <-> N (M v) = v.
Lemma rows_are_kept :
  (forall Q : S -> S, adjoint Q Q -> (forall x, Q (Q x) = Q x) -> forall y x, inner y (Q x) = inner (Q y) x) -> kept.
Proof.
  intros Seen M [M_T AM] N [N_T AN] [MNM [NMN [_ Sym]]] v. assert (Q := Seen (fun x => N (M x)) Sym (fun x => NMN (M x))). split.
  - intros [z H]. apply inner_ext. intro x. rewrite <- Q, !H, MNM. reflexivity.
  - intro H. exists (N_T v). intro x. rewrite <- H at 1. rewrite <- Q, inner_sym, AN. apply inner_sym.
Qed.
Lemma reached : (forall Q : S -> S, adjoint Q Q -> (forall x, Q (Q x) = Q x) -> forall y, inner (vsub w (Q w)) (Q y) = 0) ->
  (forall x M M_T X X_T, adjoint M M_T -> adjoint X X_T ->
    inner u (vsub (X (M x)) (W (M x))) = inner (vadd (X_T u) (vscale (-1) (W_T u))) (M x)) -> adjoint W W_T -> inner u u = 1 -> kept ->
  forall M, has_adjoint M -> forall N, has_adjoint N -> pseudo M N ->
  (forall x, vadd (W (M x)) (vscale (c * inner w (N (M x))) u) = vadd (W (M x)) (vscale (c * inner (N (M w)) x) u)) /\
  in_rows M (N (M w)) /\ (forall v, in_rows M v -> inner (vsub w (N (M w))) v = 0) /\
  (in_rows M w <-> N (M w) = w) /\ (c <> 0 -> (exists X, has_adjoint X /\ steers X M) <-> in_rows M w).
Proof.
  intros Missing Better AW Unit Kept M AM N AN P. assert (K := Kept M AM N AN P). destruct AM as [M_T AM], AN as [N_T AN], P as [MNM [NMN [_ Sym]]].
  split; [intro x; rewrite Sym; reflexivity|]. split; [apply K, NMN|].
  split; [intros v H; apply K in H; rewrite <- H; exact (Missing (fun x => N (M x)) Sym (fun x => NMN (M x)) v)|].
  split; [apply K|]. intro C. split.
  - intros [X [[T AX] H]]. exists (vscale (/ c) (vadd (T u) (vscale (-1) (W_T u)))). intro x.
    rewrite inner_scale_l, <- (Better x M M_T X T AM AX), H. unfold vsub. inners. rewrite Unit. field. exact C.
  - intro H. apply K in H. exists (fun y => vadd (W y) (vscale (c * inner w (N y)) u)). split.
    + exists (fun y => vadd (W_T y) (vscale (c * inner u y) (N_T w))). intros x y. inners.
      rewrite (AW x), <- (AN x), (inner_sym _ (N x) w). ring.
    + intro x. rewrite <- Sym, H. reflexivity.
Qed.
End Heads.
