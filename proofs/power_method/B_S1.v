(* B-S1: the output matrix that adds c u w^T to the layer matrix, what it is for heads, and for a
   singular value matrix with its pseudo-inverse. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Resting RankOne.
Open Scope R_scope.

Section Pseudo.
Context {S : inner_product_space} (M M_T N N_T W W_T : S -> S) (u w : S) (c : R).
Hypotheses (AM : adjoint M M_T) (AN : adjoint N N_T) (MNM : forall x, M (N (M x)) = M x)
  (Sym : forall y z, inner (N (M y)) z = inner y (N (M z))).
(* v is in the span of the rows of M. *)
Definition in_rows v := exists z, forall x, inner v x = inner z (M x).

Lemma projection_in_rows v : in_rows (N (M v)).
Proof. exists (N_T v). intro x. rewrite Sym, inner_sym, (AN (M x)). apply inner_sym. Qed.
Lemma beside_rows v r : in_rows r -> inner (vsub v (N (M v))) r = 0.
Proof.
  intros [z H]. rewrite inner_sym, H. unfold vsub.
  rewrite (adjoint_add _ _ AM), (adjoint_scale _ _ AM), MNM. inners. ring.
Qed.
Lemma rows_kept : in_rows w <-> N (M w) = w.
Proof.
  split; intro H; [|rewrite <- H; apply projection_in_rows].
  symmetry. apply vsub_zero, inner_definite. set (d := vsub w (N (M w))).
  unfold d at 2. unfold vsub. rewrite inner_add_r, inner_scale_r. unfold d.
  rewrite (beside_rows w w H), (beside_rows w _ (projection_in_rows w)). ring.
Qed.
(* Some output matrix changes the layer matrix by c u w^T exactly for such w. *)
Lemma reached_exactly : adjoint W W_T -> inner u u = 1 -> c <> 0 ->
  (exists X : S -> S, (exists T, adjoint X T) /\
    forall x, X (M x) = vadd (W (M x)) (vscale (c * inner w x) u)) <-> in_rows w.
Proof.
  intros AW Unit C. split.
  - intros [X [[T AX] H]]. exists (vscale (/ c) (vsub (T u) (W_T u))). intro x.
    assert (E := f_equal (inner u) (H x)). revert E. inners. rewrite Unit.
    rewrite (inner_sym _ u (X _)), (inner_sym _ u (W _)), (AX (M x)), (AW (M x)).
    rewrite (inner_sym _ (M x) (T u)), (inner_sym _ (M x) (W_T u)). intro E.
    apply Rmult_eq_reg_l with c; [|exact C]. field_simplify; [lra | exact C].
  - intro H. apply rows_kept in H.
    exists (fun y => vadd (W y) (vscale (c * inner w (N y)) u)). split.
    + exists (fun y => vadd (W_T y) (vscale (c * inner u y) (N_T w))). intros x y. inners.
      rewrite (AW x), <- (AN x), (inner_sym _ (N x) w). ring.
    + intro x. rewrite <- Sym, H. reflexivity.
Qed.
End Pseudo.


Section Heads.
Context {S : inner_product_space} (V V_T I I_T W W_T : S -> S) (u w : S) (c : R).
Hypotheses (AV : adjoint V V_T) (AI : adjoint I I_T) (AW : adjoint W W_T) (IV : forall z, I (V z) = z) (VI : forall z, V (I z) = z).
Definition output y := vadd (W y) (vscale (c * inner w (I y)) u).
Definition has_adjoint (X : S -> S) := exists T, adjoint X T.
Definition steers X M := forall x, X (M x) = vadd (W (M x)) (vscale (c * inner w x) u).
Lemma only_one : (forall x, output (V x) = vadd (W (V x)) (vscale (c * inner w x) u)) /\
  forall X, has_adjoint X -> steers X V -> forall y, X y = output y.
Proof.
  split; [intro x; unfold output; rewrite IV; reflexivity|].
  intros X _ H y. rewrite <- (VI y) at 1. rewrite H, VI. reflexivity.
Qed.
Lemma parts {Token Head} (heads : list Head) : (forall T, adjoint T T -> (forall x y, inner (T x) y = inner x (T y)) -> (forall x, T (T x) = T x) -> exists v, forall x,
    inner v x = inner w (I (T (V x))) /\ output (T (V x)) = vadd (W (T (V x))) (vscale (c * inner v x) u)) /\
  forall (x : Token -> S) (b : Head -> Token -> S), (forall j, vtotal heads (fun a => b a j) = V (x j)) ->
    forall j, total heads (fun a => inner w (I (b a j))) = inner w (x j).
Proof.
  split.
  - intros T AT _ _. exists (V_T (T (I_T w))). intro x.
    assert (E : inner (V_T (T (I_T w))) x = inner w (I (T (V x)))).
    { rewrite inner_sym, <- (AV x), <- (AT (V x)), <- (AI (T (V x))). apply inner_sym. }
    unfold output. rewrite E. split; reflexivity.
  - intros x b H j. rewrite <- (IV (x j)), <- (H j), (adjoint_vtotal _ _ AI), inner_vtotal_r. reflexivity.
Qed.
Definition pseudo (M N : S -> S) := (forall x, M (N (M x)) = M x) /\ (forall x, N (M (N x)) = N x) /\
  (forall y z, inner (M (N y)) z = inner y (M (N z))) /\ forall y z, inner (N (M y)) z = inner y (N (M z)).
Lemma rows_are_kept M : has_adjoint M -> forall N, has_adjoint N -> pseudo M N -> in_rows M w <-> N (M w) = w.
Proof. intros [M_T AM] N [N_T AN] [MNM [_ [_ Sym]]]. exact (rows_kept M M_T N N_T w AM AN MNM Sym). Qed.
Lemma reached : inner u u = 1 -> (forall M, has_adjoint M -> forall N, has_adjoint N -> pseudo M N -> in_rows M w <-> N (M w) = w) ->
  forall M, has_adjoint M -> forall N, has_adjoint N -> pseudo M N ->
  (forall x, vadd (W (M x)) (vscale (c * inner w (N (M x))) u) = vadd (W (M x)) (vscale (c * inner (N (M w)) x) u)) /\
  in_rows M (N (M w)) /\ (forall v, in_rows M v -> inner (vsub w (N (M w))) v = 0) /\
  (in_rows M w <-> N (M w) = w) /\ (c <> 0 -> (exists X, has_adjoint X /\ steers X M) <-> in_rows M w).
Proof.
  intros Unit Kept M AM N AN P. assert (K := Kept M AM N AN P). destruct AM as [M_T AM], AN as [N_T AN], P as [MNM [_ [_ Sym]]].
  split; [intro x; rewrite Sym; reflexivity|]. split; [exact (projection_in_rows M N N_T AN Sym w)|].
  split; [intros v; exact (beside_rows M M_T N AM MNM w v)|]. split; [exact K|].
  exact (reached_exactly M M_T N N_T W W_T u w c AM AN MNM Sym AW Unit).
Qed.
End Heads.
